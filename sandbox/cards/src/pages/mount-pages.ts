import { readFileSync } from "node:fs";
import type { Hono } from "hono";
import type { Processor } from "../context.ts";
import { mountAuthenticationPage } from "./authentication-page.ts";
import { mountCheckoutPage } from "./checkout-page.ts";

const style = readFileSync(new URL("./style.css", import.meta.url), "utf8");

/** The pages that customers see: save a card or pay, and confirm with the bank. */
export function mountPages(app: Hono, processor: Processor): void {
  app.get("/pages/style.css", (c) => c.body(style, 200, { "Content-Type": "text/css; charset=utf-8" }));
  mountCheckoutPage(app, processor);
  mountAuthenticationPage(app, processor);
}
