import { isPage, type OperationResult } from "../../src/kernel/http/page.ts";

/** The full list of a read that can also return pages. */
export async function whole<Value>(result: Promise<OperationResult<Value>>): Promise<Value> {
  const value = await result;
  if (isPage(value)) {
    throw new Error("a page was returned where the full list was requested");
  }
  return value as Value;
}
