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

  it("is checked fast enough to delay other requests by less than 50 ms, at any length", async () => {
    await check("warm up the matcher");
    const units = [
      "aB3$xY7!kQ9@zL2#",
      "p4$$w0rd1!",
      "4@(<[|80361!|05$7+2%",
      "19981121200119991201",
      "1998-11-21 ",
    ];
    for (const unit of units) {
      const costs: number[] = [];
      for (let run = 0; run < 3; run += 1) {
        const before = process.cpuUsage();
        await check(`${run}${unit.repeat(64)}`.slice(0, 128));
        const { user, system } = process.cpuUsage(before);
        costs.push((user + system) / 1000);
      }
      expect([unit, Math.min(...costs) < 50]).toEqual([unit, true]);
    }
  });

  it("is reported with a pointer to its field", async () => {
    await expect(requireGoodPassword("password1234", owner, "/password")).rejects.toMatchObject({
      code: "invalid_input",
      fields: [{ pointer: "/password" }],
    });
  });
});
