// Equations of a graph's Laplacian, by elimination without a subtraction.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

// Solves (D - W) x = b for a symmetric W >= 0 without a diagonal, D = row sums of W + ground, node by node, the node of
// fewest neighbours first. Every number that elimination makes is a sum of products of positive ones (Grassmann, Taksar
// & Heyman 1985), so that parts of a graph which hang together by 1e-30 keep all their digits.
class Laplacian {
  public:
    explicit Laplacian(int64_t nodes) : ground(nodes), right(nodes), near_(nodes), where_(nodes, -1), done_(nodes) {}

    std::vector<double> ground, right;

    // Both ways; every edge comes once.
    void connect(int64_t i, int64_t j, double weight) {
        near_[i].push_back({j, weight});
        near_[j].push_back({i, weight});
    }

    // The solution; 0 at one node of every part that has no ground. Empty when more than `most` edges come up.
    std::vector<double> solve(int64_t most) {
        const int64_t nodes = near_.size();
        std::vector<std::vector<int64_t>> waiting(1);  // by number of neighbours; those that are out of date are passed over
        auto wait = [&](int64_t k) {
            if (near_[k].size() >= waiting.size()) waiting.resize(near_[k].size() + 1);
            waiting[near_[k].size()].push_back(k);
        };
        for (int64_t k = nodes; k-- > 0;) wait(k);
        std::vector<int64_t> order;
        int64_t made = 0;
        for (size_t least = 0; least < waiting.size();) {
            if (waiting[least].empty()) {
                least++;
                continue;
            }
            const int64_t k = waiting[least].back();
            waiting[least].pop_back();
            if (done_[k] || near_[k].size() != least) continue;
            eliminate(k);
            order.push_back(k);
            made += near_[k].size();
            if (made > most) return {};
            for (const Edge &edge : near_[k]) {
                wait(edge.to);
                least = std::min(least, near_[edge.to].size());
            }
        }
        return substitute(order);
    }

  private:
    struct Edge {
        int64_t to;
        double weight;
    };
    std::vector<std::vector<Edge>> near_;
    std::vector<int64_t> where_;  // place of a node in the list at hand
    std::vector<char> done_;

    double diagonal(int64_t k) const {
        double sum = ground[k];
        for (const Edge &edge : near_[k]) sum += edge.weight;
        return sum;
    }

    // Give what node k is tied to, and its right side, to its neighbours.
    void eliminate(int64_t k) {
        done_[k] = 1;
        const std::vector<Edge> &edges = near_[k];
        const double sum = diagonal(k);
        for (const Edge &edge : edges) {
            const double share = sum > 0 ? edge.weight / sum : 0;
            std::vector<Edge> &list = near_[edge.to];
            for (size_t p = 0; p < list.size(); p++) where_[list[p].to] = p;
            const int64_t place = where_[k];
            for (const Edge &other : edges) {
                if (other.to == edge.to) continue;
                if (where_[other.to] >= 0) list[where_[other.to]].weight += share * other.weight;
                else list.push_back({other.to, share * other.weight});
            }
            for (const Edge &mine : list) where_[mine.to] = -1;
            list[place] = list.back();
            list.pop_back();
            ground[edge.to] += share * ground[k];
            right[edge.to] += share * right[k];
        }
    }

    std::vector<double> substitute(const std::vector<int64_t> &order) const {
        std::vector<double> x(near_.size());
        for (size_t p = order.size(); p-- > 0;) {
            const int64_t k = order[p];
            double sum = right[k];
            const double all = diagonal(k);
            for (const Edge &edge : near_[k]) sum += edge.weight * x[edge.to];
            x[k] = all > 0 ? sum / all : 0;
        }
        return x;
    }
};
