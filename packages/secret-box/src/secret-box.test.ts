import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSecretBox, deriveKey } from "./secret-box.ts";

const newKey = () => randomBytes(32).toString("base64");

describe("a sealed secret", () => {
  const key = newKey();
  const box = createSecretBox([key]);
  const sealed = box.seal("whsec_größe", "webhook_endpoint:1");

  it("opens for its owner, in any process that has the key", () => {
    expect(createSecretBox([key]).open(sealed, "webhook_endpoint:1")).toBe("whsec_größe");
  });

  it("hides the text and is different each time", () => {
    expect(sealed).not.toContain("whsec_");
    expect(box.seal("whsec_größe", "webhook_endpoint:1")).not.toBe(sealed);
  });

  it("doesn't open for another owner or with another key", () => {
    expect(() => box.open(sealed, "webhook_endpoint:2")).toThrow();
    expect(() => createSecretBox([newKey()]).open(sealed, "webhook_endpoint:1")).toThrow(/not configured/);
  });

  it("doesn't open if any part was changed or truncated", () => {
    const parts = sealed.split(".");
    for (const index of parts.keys()) {
      const part = parts[index] ?? "";
      const changed = `${part[0] === "A" ? "B" : "A"}${part.slice(1)}`;
      const tampered = parts.with(index, changed).join(".");
      expect(() => box.open(tampered, "webhook_endpoint:1")).toThrow();
    }
    expect(() =>
      box.open(parts.with(3, (parts[3] ?? "").slice(0, 6)).join("."), "webhook_endpoint:1"),
    ).toThrow();
    for (const text of ["", "v1", sealed.slice(0, 40)]) {
      expect(() => box.open(text, "webhook_endpoint:1")).toThrow();
    }
  });

  it("still opens with a retired key after rotation; new secrets use the new key", () => {
    const next = newKey();
    const rotated = createSecretBox([next, key]);
    expect(rotated.open(sealed, "webhook_endpoint:1")).toBe("whsec_größe");
    const fresh = rotated.seal("text", "owner");
    expect(createSecretBox([next]).open(fresh, "owner")).toBe("text");
    expect(() => box.open(fresh, "owner")).toThrow();
  });
});

describe("a secret box", () => {
  it("requires a key of 32 bytes", () => {
    expect(() => createSecretBox([])).toThrow(/no encryption key/);
    expect(() => createSecretBox([Buffer.alloc(31).toString("base64")])).toThrow(/32 bytes/);
  });
});

describe("a derived key", () => {
  it("is the same in every process and version, and opens with it alone", () => {
    // RFC 5869 with these inputs, from OpenSSL's own HKDF.
    expect(deriveKey(Buffer.alloc(32, 1).toString("base64"), "mail agent")).toBe(
      "xHxRV72IgO2meJ2fu43Z6Sad9XDJN321DXdJlhSA93k=",
    );
    const key = newKey();
    const box = createSecretBox([key, newKey()]);
    const [derived] = box.derive("mail agent");
    const sealed = derived?.seal("text", "owner") ?? "";
    expect(createSecretBox([deriveKey(key, "mail agent")]).open(sealed, "owner")).toBe("text");
    expect(() => box.open(sealed, "owner")).toThrow(/not configured/);
    expect(() => derived?.open(box.seal("other secret", "owner"), "owner")).toThrow(/not configured/);
  });

  it("exists for each key of a box, in their order, and is known by its ID", () => {
    const keys = [newKey(), newKey()];
    const box = createSecretBox(keys);
    const derived = box.derive("mail agent");
    expect(derived.map(({ keyIds }) => keyIds)).toEqual(
      keys.map((key) => createSecretBox([deriveKey(key, "mail agent")]).keyIds),
    );
    expect(new Set([...box.keyIds, ...derived.flatMap(({ keyIds }) => keyIds)]).size).toBe(4);
    expect(box.hasKeyOf(box.seal("text", "owner"))).toBe(true);
    expect(box.hasKeyOf(derived[0]?.seal("text", "owner") ?? "")).toBe(false);
  });
});
