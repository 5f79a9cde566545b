import { describe, expect, it } from "vitest";
import { AppError } from "../../../kernel/errors.ts";
import { requireGoodPassword } from "./common-passwords.ts";

const owner = { email: "ada.lovelace@analytical.example", name: "Ada Lovelace" };

async function check(password: string): Promise<string> {
  try {
    await requireGoodPassword(password, owner);
    return "good";
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "invalid") {
      throw error;
    }
    expect(error.fields?.[0]?.pointer).toBe("/newPassword");
    return error.fields?.[0]?.message ?? "";
  }
}

describe("a new password", () => {
  it.each([
    "password1234!",
    "1234!Password",
    "Passw0rd!!2026",
    "PASSWORDPASSWORD",
    "password-password",
    "passwordpass",
    "iloveyou!iloveyou!",
    "monkey2026-11-21",
    "1q2w3e4r5t6y",
    "ｐａｓｓｗｏｒｄ１２３４",
    "football.1998",
    "abc123abc123",
    "xyzxyzxyzxyz",
    "p4$$w0rd2026",
    "drowssap2026!",
    "21.11.1998.1",
  ])("is rejected if it is common or nearly so: %s", async (password) => {
    expect(await check(password)).toMatch(/too common/);
  });

  it.each(["aaaaaaaaaaaa", "abababababab", "aaaaaaaaaaab", "############"])(
    "is rejected if it repeats one or two characters: %s",
    async (password) => {
      expect(await check(password)).toMatch(/different characters/);
    },
  );

  it.each(["123456789012", "abcdefghijklm", "qwertyuiopas", "poiuytrewqmn", "098765432109"])(
    "is rejected if it is a sequence of characters: %s",
    async (password) => {
      expect(await check(password)).toMatch(/keyboard rows/);
    },
  );

  it.each([
    "ada.lovelace@analytical.example",
    "AdaLovelace1815",
    "lovelace-ada!",
    "Analytical2026",
    "zonepost2026!",
  ])("is rejected if it is mostly public knowledge about the person: %s", async (password) => {
    expect(await check(password)).toMatch(/the name and the email address/);
  });

  it.each([
    "correct horse battery staple",
    "lovelace wrote the first programme of all",
    "7391 0028 5546",
    "vK9#qT2!mZ7x",
    "Grüße aus dem Hinterhof",
    "短い時間で考えた合言葉です",
    "a password that is hard to guess",
    "xxxxxxxxYq7!Lm2 pd4",
    "Regenschirm im Flur",
    "корова ест зелёную траву",
  ])("is accepted if it is hard to guess: %s", async (password) => {
    expect(await check(password)).toBe("good");
  });

  it("is accepted if one of its ends is strong, even if the rest is weak", async () => {
    expect(await check(`${"password".repeat(5)} vK9#qT2!mZ7x`)).toBe("good");
    expect(await check(`vK9#qT2!mZ7x ${"password".repeat(120)}`)).toBe("good");
  });

  it.each(["1", "ab", "a1!", "password ", "monkey2026-11-21"])(
    "is rejected if it repeats a text, up to the maximum length: %s",
    async (unit) => {
      expect(await check(unit.repeat(1024).slice(0, 1024))).not.toBe("good");
    },
  );

  // Matching takes quadratic time, and other requests wait for it.
  it("is only checked at its two ends, of 32 characters each", async () => {
    const common = "password1234password1234password";
    const strong = "vK7#qd!Rw2@Lm9$Zt4%Xc8^Bn3&Hj6*P";
    expect(await check(`${common}${strong}${common}`)).toMatch(/too common/);
    expect(await check(`${common}${strong}`)).toBe("good");
    expect(await check(`${strong}${common}`)).toBe("good");
  });

  it("is reported with a pointer to its field", async () => {
    await expect(requireGoodPassword("password1234", owner, "/password")).rejects.toMatchObject({
      code: "invalid_input",
      fields: [{ pointer: "/password" }],
    });
  });
});
