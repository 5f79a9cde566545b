import { expect, it } from "vitest";
import { hostAndPath } from "./host-and-path.ts";

it.each([
  ["https://hooks.example.com/billing", "hooks.example.com/billing"],
  ["https://hooks.example.com/", "hooks.example.com"],
  ["http://127.0.0.1:8080/in?token=secret#part", "127.0.0.1:8080/in"],
  ["not a URL", "not a URL"],
])("shortens %s to %s", (url, short) => {
  expect(hostAndPath(url)).toBe(short);
});
