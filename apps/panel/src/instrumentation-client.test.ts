import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("is set where zod looks for its settings", () => {
  // In a separate process, because zod reads its settings once, when it loads.
  const program = `
    import "./src/instrumentation-client.ts";
    const { config } = await import("zod");
    console.log(config().jitless);`;
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { cwd });
  expect(output.toString().trim()).toBe("true");
});
