import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { describe, expect, it } from "vitest";
import { generateDkimKey } from "./generate-dkim-key.ts";

describe("generateDkimKey", () => {
  it("generates an RSA key of 2048 bits whose public part verifies what the private part signs", async () => {
    const { publicKey, privateKeyPem } = await generateDkimKey();
    const published = createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" });
    expect(published.asymmetricKeyType).toBe("rsa");
    expect(published.asymmetricKeyDetails?.modulusLength).toBe(2048);
    const text = Buffer.from("from:info@example.com");
    const signature = sign("sha256", text, createPrivateKey(privateKeyPem));
    expect(verify("sha256", text, published, signature)).toBe(true);
  });

  it("generates a different key each time", async () => {
    const [one, two] = await Promise.all([generateDkimKey(), generateDkimKey()]);
    expect(one.publicKey).not.toBe(two.publicKey);
  });
});
