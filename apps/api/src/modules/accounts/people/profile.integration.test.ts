import { describe, expect, it } from "vitest";
import { auditedActions } from "../../../../test/support/accounts/second-factor.ts";
import { api, me, person, setUpAccounts } from "../../../../test/support/accounts/set-up-accounts.ts";

setUpAccounts({ personRole: "member" });

describe("the profile", () => {
  it("shows the sign-in methods and no secret", async () => {
    const { json, text } = await me("GET", "");
    expect(json).toEqual({
      user: expect.objectContaining({ email: person.email, name: "Test Person", language: null }),
      hasPassword: true,
      providers: [],
      backupCodesLeft: 0,
      trustedDeviceCount: 0,
      deletesAt: null,
    });
    expect(text).not.toMatch(/argon2|password"|token/);
    await api.sql`update credentials set provider_id = 'github', account_id = '1', password = null
      where user_id = ${person.id}`;
    expect((await me("GET", "")).json).toMatchObject({ hasPassword: false, providers: ["github"] });
  });

  it("accepts a new name and a supported language, and nothing else", async () => {
    const changed = await me("PATCH", "", { name: "  Ada Lovelace ", language: "de" });
    expect(changed.json.user).toMatchObject({ name: "Ada Lovelace", language: "de" });
    expect((await api.call({ path: "/auth/get-session", cookie: person.cookie })).json.user).toMatchObject({
      name: "Ada Lovelace",
      language: "de",
    });
    expect((await me("PATCH", "", { language: null })).json.user).toMatchObject({
      name: "Ada Lovelace",
      language: null,
    });
    expect((await me("PATCH", "", {})).status).toBe(200);
    for (const refused of [
      { name: " " },
      { name: "x".repeat(101) },
      { name: "Ada\nBcc: x" },
      { language: "xx" },
      { email: "other@people.test" },
      { emailVerified: false },
      { twoFactorEnabled: false },
      { id: "usr_x" },
    ]) {
      expect([refused, (await me("PATCH", "", refused)).status]).toEqual([refused, 422]);
    }
    expect((await auditedActions(api, person)).filter((action) => action === "profile.changed")).toHaveLength(
      2,
    );
  });
});
