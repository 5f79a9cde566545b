import { expect, it } from "vitest";
import "./instrumentation-client.ts";

it("is where zod looks for its settings", async () => {
  const { config } = await import("zod");
  expect(config().jitless).toBe(true);
});
