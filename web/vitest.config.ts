import { defineConfig, mergeConfig } from "vitest/config";
import client from "./vite.config.ts";

// The tools of the tests are not installed where the client is only built, so vite.config.ts does not name them.
export default mergeConfig(
  client,
  defineConfig({
    resolve: { conditions: ["browser"] },
    test: { environment: "jsdom", testTimeout: 30_000, include: ["tests/**/*.test.ts"], setupFiles: ["tests/setup.ts"] },
  }),
);
