// A basis of the network simplex.
#pragma once
#include <cstdint>
#include <vector>

// A spanning tree of n sources, m sinks and a root, which stands for arcs that no mass takes at the end. The arc between
// a source and its parent leads up, that of a sink down, and its cost is met: c = u_i + v_j. It stays strongly feasible
// (Cunningham 1976): every sink's arc carries mass. Masses are whole numbers, so that no tree comes twice.
class SpanningTree {
  public:
    SpanningTree(const int64_t *supply, const int64_t *demand, int64_t n, int64_t m, double *u, double *v, double far)
        : n_(n), u_(u), v_(v), parent_(n + m + 1, n + m), child_(n + m + 1, -1), next_(n + m + 1, -1),
          before_(n + m + 1, -1), depth_(n + m + 1, 1), flow_(n + m + 1) {
        const int64_t root = n + m;
        parent_[root] = -1, depth_[root] = 0;
        for (int64_t k = 0; k < root; k++) {
            flow_[k] = k < n ? supply[k] : demand[k - n];
            (k < n ? u[k] : v[k - n]) = far;
            hang(k, root);
        }
    }

    // Bring in the arc from a source to a sink, whose cost is less than its prices by -gain.
    void pivot(int64_t source, int64_t sink, double gain) {
        const int64_t i = source, j = n_ + sink, top = meeting(i, j);
        // Of the arcs that empty first, the last on the way from the meeting point down to i, over to j and back up.
        int64_t least = INT64_MAX, out = -1;
        bool below_i = true;
        for (int64_t k = i; k != top; k = parent_[k])
            if (k < n_ && flow_[k] < least) least = flow_[k], out = k;
        for (int64_t k = j; k != top; k = parent_[k])
            if (k >= n_ && flow_[k] <= least) least = flow_[k], out = k, below_i = false;
        for (int64_t k = i; k != top; k = parent_[k]) flow_[k] += k < n_ ? -least : least;
        for (int64_t k = j; k != top; k = parent_[k]) flow_[k] += k < n_ ? least : -least;
        turn(below_i ? i : j, out, below_i ? j : i, least);
        shift(below_i ? i : j, below_i ? gain : -gain);
    }

  private:
    int64_t n_;
    double *u_, *v_;
    std::vector<int64_t> parent_, child_, next_, before_, depth_, flow_;

    void hang(int64_t k, int64_t under) {
        parent_[k] = under, before_[k] = -1, next_[k] = child_[under];
        if (next_[k] >= 0) before_[next_[k]] = k;
        child_[under] = k;
    }

    void cut(int64_t k) {
        (before_[k] >= 0 ? next_[before_[k]] : child_[parent_[k]]) = next_[k];
        if (next_[k] >= 0) before_[next_[k]] = before_[k];
    }

    int64_t meeting(int64_t i, int64_t j) const {
        while (i != j) {
            int64_t &lower = depth_[i] > depth_[j] ? i : j;
            lower = parent_[lower];
        }
        return i;
    }

    // Hang the part below `out` by its node k, under another node and with this flow: the way from k to `out` turns over.
    void turn(int64_t k, int64_t out, int64_t under, int64_t flow) {
        for (bool last = false; !last;) {
            const int64_t above = parent_[k], carried = flow_[k];
            last = k == out;
            cut(k);
            hang(k, under);
            flow_[k] = flow;
            under = k, k = above, flow = carried;
        }
    }

    // Depths from k down, and prices: of sources they rise by `change`, of sinks they fall by it.
    void shift(int64_t k, double change) {
        const int64_t top = k;
        for (;;) {
            depth_[k] = depth_[parent_[k]] + 1;
            if (k < n_) u_[k] += change;
            else v_[k - n_] -= change;
            if (child_[k] >= 0) {
                k = child_[k];
                continue;
            }
            while (k != top && next_[k] < 0) k = parent_[k];
            if (k == top) return;
            k = next_[k];
        }
    }
};
