// Everything works without this file. It keeps a form from being sent twice, says when there is no connection, and
// counts letters.
"use strict";
(function () {
  var said = document.body.dataset;

  document.querySelectorAll("form").forEach(function (form) {
    var button = form.querySelector("button");
    var sent = false;
    var note = document.createElement("span");
    note.className = "offline";
    note.setAttribute("role", "status");
    form.appendChild(note);
    form.addEventListener("submit", function (event) {
      if (sent || navigator.onLine === false) {
        event.preventDefault();
        if (!sent) { note.textContent = said.offline; }
        return;
      }
      sent = true;
      note.textContent = said.sending;
      button.setAttribute("aria-disabled", "true");
    });
    window.addEventListener("pageshow", function () {
      sent = false;
      note.textContent = "";
      button.removeAttribute("aria-disabled");
    });
  });

  document.querySelectorAll("textarea[maxlength]").forEach(function (area) {
    var left = document.createElement("span");
    left.className = "letters";
    left.setAttribute("aria-live", "polite");
    area.after(left);
    area.addEventListener("input", function () {
      var count = area.maxLength - area.value.length;
      left.textContent = count < 200 ? said.left.replace("#", count) : "";
    });
  });
}());
