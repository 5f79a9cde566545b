import type { Context as HonoContext } from "hono";
import { html } from "hono/html";
import { pageResponse } from "./layout.ts";

export async function notFoundPage(c: HonoContext): Promise<Response> {
  const content = html`
    <h1>Page not found</h1>
    <p>The address is incomplete, or this page doesn't exist. Nothing was charged.</p>`;
  return await pageResponse(c, { title: "Page not found", content, status: 404 });
}
