from geobias.report.section import Section

SECTION = Section("interview", "What was asked")
