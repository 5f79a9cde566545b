import { kindOfId } from "../objects/object-fields.ts";
import type { Objects } from "../state/objects.ts";
import { invalidRequest } from "../stripe-error.ts";

const maxDepth = 4;

/** Replaces ids by their objects along paths such as `latest_charge.payment_method`, or `data.customer` in a list. */
export async function expand(objects: Objects, answer: unknown, paths: readonly string[]): Promise<unknown> {
  const expanded = structuredClone(answer);
  for (const path of paths) {
    const keys = path.split(".");
    if (keys.length > maxDepth) {
      throw invalidRequest(`You cannot expand more than ${maxDepth} levels deep: ${path}`, {
        param: "expand",
      });
    }
    await expandPath(objects, expanded, keys, path);
  }
  return expanded;
}

async function expandPath(objects: Objects, parent: unknown, keys: string[], path: string): Promise<void> {
  const [key, ...rest] = keys;
  if (key === undefined || parent === null) {
    return;
  }
  if (Array.isArray(parent)) {
    for (const item of parent) {
      await expandPath(objects, item, keys, path);
    }
    return;
  }
  if (typeof parent !== "object" || !Object.hasOwn(parent, key)) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: "expand" });
  }
  const fields = parent as Record<string, unknown>;
  fields[key] = await resolve(objects, fields[key], path);
  await expandPath(objects, fields[key], rest, path);
}

async function resolve(objects: Objects, value: unknown, path: string): Promise<unknown> {
  if (typeof value !== "string") {
    return value;
  }
  const kind = kindOfId(value);
  const found = kind && (await objects.find(kind, value));
  if (!found) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: "expand" });
  }
  return found.body;
}
