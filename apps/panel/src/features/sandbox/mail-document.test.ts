import { expect, it } from "vitest";
import { mailDocument } from "./mail-document.ts";

const html =
  "<!doctype html><html><head><style>p { color: red }</style></head><body><p>Hello</p></body></html>";

it("adds the page's nonce to an email's styles, and opens its links in the whole window", () => {
  expect(mailDocument(html, "bm9uY2U=")).toBe(
    '<!doctype html><html><head><base target="_top"><style nonce="bm9uY2U=">p { color: red }</style></head><body><p>Hello</p></body></html>',
  );
});

it("keeps the styles unchanged without a nonce", () => {
  expect(mailDocument(html, undefined)).toContain("<style>p");
});
