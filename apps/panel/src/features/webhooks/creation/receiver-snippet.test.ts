import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { receiverFrameworks, receiverSnippet } from "./receiver-snippet.ts";

it.each(receiverFrameworks)("is a program for %s with the endpoint's secret", (framework) => {
  const url = "http://127.0.0.1:4100/in/zonepost";
  const snippet = receiverSnippet({ url, secret: "whsec_abc" }, framework);
  expect(snippet).toContain('const secret = "whsec_abc";');
  expect(snippet).toContain("error instanceof WebhookVerificationError");
  expect(snippet.includes("/in/zonepost")).toBe(framework !== "node");
  const folder = mkdtempSync(join(tmpdir(), "snippet-"));
  try {
    writeFileSync(join(folder, "receiver.mjs"), snippet);
    execFileSync(process.execPath, ["--check", join(folder, "receiver.mjs")], { stdio: "pipe" });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("listens on the port in the endpoint's URL, or behind a proxy", () => {
  expect(receiverSnippet({ url: "http://127.0.0.1:4100/in" })).toContain(".listen(4100)");
  expect(receiverSnippet({ url: "https://hooks.example.com/in" })).toContain(".listen(8080)");
  expect(receiverSnippet({ url: "https://hooks.example.com/" }, "hono")).toContain("port: 8080");
  expect(receiverSnippet({ url: "http://127.0.0.1:4100/in" }, "next")).toContain(
    "// npx next dev --port 4100\n",
  );
  expect(receiverSnippet({ url: "https://hooks.example.com/in" }, "next")).toContain("// npx next dev\n");
});
