window.BENCHMARK_DATA = {
  lastUpdate: 1,
  entries: {
    Bench: [
      {
        commit: { id: "abc", message: "a\nb", timestamp: "2026-01-01T00:00:00Z", author: { name: "Ada" } },
        date: 1767225600000,
        benches: [
          { name: "x", value: 1.5, unit: "ms/iter" },
          { name: "y", value: 100, unit: "ops/sec" },
        ],
      },
    ],
  },
};
