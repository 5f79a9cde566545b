import { expect, it } from "vitest";
import { splitAddress, storedAddress } from "./address.ts";

it.each([
  ["Anna@Example.COM", "anna@example.com"],
  ["info@BÜCHER.example", "info@xn--bcher-kva.example"],
  ["info@bu\u0308cher.example", "info@xn--bcher-kva.example"],
  ["info@xn--bcher-kva.example", "info@xn--bcher-kva.example"],
  ["a@b@example.com", "a@b@example.com"],
  ["Anna@not a domain", "anna@not a domain"],
  ["Anna@", "anna@"],
  ["ÄNNA", "änna"],
  ["", ""],
])("%s is stored as %s", (typed, stored) => {
  expect(storedAddress(typed)).toBe(stored);
});

it.each([
  ["a@b@example.com", ["a@b", "example.com"]],
  ["example.com", ["", "example.com"]],
  ["anna@", ["anna", ""]],
])("splits %s at its last @", (address, parts) => {
  expect(splitAddress(address)).toEqual(parts);
});
