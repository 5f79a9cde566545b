import { expect, it } from "vitest";
import { mailDocument } from "./mail-document.ts";

const html =
  "<!doctype html><html><head><style>p { color: red }</style></head><body><p>Hello</p></body></html>";

it("gives a mail's styles the page's nonce, and lets its links lead the whole window on", () => {
  expect(mailDocument(html, "bm9uY2U=")).toBe(
    '<!doctype html><html><head><base target="_top"><style nonce="bm9uY2U=">p { color: red }</style></head><body><p>Hello</p></body></html>',
  );
});

it("leaves the styles as they are where there is no nonce", () => {
  expect(mailDocument(html, undefined)).toContain("<style>p");
});
