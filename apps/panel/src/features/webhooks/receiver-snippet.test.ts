import { expect, it } from "vitest";
import { receiverSnippet } from "./receiver-snippet.ts";

it("contains the endpoint's secret, and listens on the port in its URL", () => {
  const local = receiverSnippet({ url: "http://127.0.0.1:4100/in", secret: "whsec_abc" });
  expect(local).toContain('const secret = "whsec_abc";');
  expect(local).toContain(".listen(4100)");
  expect(receiverSnippet({ url: "https://hooks.example.com/in" })).toContain(".listen(8080)");
});
