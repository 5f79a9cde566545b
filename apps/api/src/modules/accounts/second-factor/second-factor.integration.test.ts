import { createSecretBox } from "@zonepost/secret-box";
import { TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  auditedActions,
  cookieOf,
  enableSecondFactor,
  mailedLink,
  mailsTo,
  makeStale,
  mintLink,
  type SecondFactor,
  tokenOf,
} from "../../../../test/support/accounts/second-factor.ts";
import {
  api,
  person,
  post,
  sessionStatus,
  setUpAccounts,
  summaryOf,
  workspace,
} from "../../../../test/support/accounts/set-up-accounts.ts";
import type { Answer } from "../../../../test/support/answer.ts";
import { describedOperations } from "../../../../test/support/conformance.ts";
import { procedures } from "../../../../test/support/procedures.ts";
import { password, startApi } from "../../../../test/support/start-api.ts";
import { holdClock } from "../../../../test/support/stopped-clock.ts";
import { authOperations } from "../index.ts";

setUpAccounts({ personRole: "admin" });
afterEach(() => {
  vi.useRealTimers();
});

const verify = (code: string, cookie: string, trustDevice?: boolean) =>
  post("/two-factor/verify-totp", { code, trustDevice }, cookie);
const verifyBackup = (code: string, cookie: string) =>
  post("/two-factor/verify-backup-code", { code }, cookie);
const signIn = (cookie?: string, secret = password) =>
  post("/sign-in/email", { email: person.email, password: secret }, cookie);
const signInTrusting = async (factor: SecondFactor) => {
  const answer = await verify(await factor.freshCode(), await factor.signInByHalf(), true);
  expect(answer.status).toBe(200);
  return { session: cookieOf(answer), device: cookieOf(answer, "trusted_device"), answer };
};
const isTrusted = async (device: string, secret = password) =>
  (await signIn(device, secret)).json.user !== undefined;

const newPassword = "another password for tests";
const wrongCode = [422, "wrong_code", "/code"];

describe("turning on the second factor", () => {
  it("returns a secret for authenticators, and stores it encrypted for this person only", async () => {
    const { status: number, json } = await post("/two-factor/enable", undefined, person.cookie);
    expect(number).toBe(200);
    const uri = new URL(json.totpUri);
    expect([uri.protocol, uri.host]).toEqual(["otpauth:", "totp"]);
    expect(decodeURIComponent(uri.pathname)).toBe(`/Zonepost:${person.email}`);
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      issuer: "Zonepost",
      digits: "6",
      period: "30",
    });
    expect(uri.searchParams.get("secret")).toBe(json.secret);
    expect(json.secret).toMatch(/^[A-Z2-7]{32}$/);
    const [row] = await api.sql`select * from two_factors where user_id = ${person.id}`;
    expect(JSON.stringify(row)).not.toContain(json.secret);
    const box = createSecretBox([api.env.ENCRYPTION_KEY]);
    expect(box.open(row?.secret_encrypted, `two_factor:${person.id}`)).toBe(json.secret);
    expect(() => box.open(row?.secret_encrypted, `two_factor:${workspace.owner.id}`)).toThrow();
  });

  it("changes nothing before a code confirms it, and rejects codes of a replaced secret", async () => {
    const first = await post("/two-factor/enable", undefined, person.cookie);
    expect((await signIn()).json.user.twoFactorEnabled).toBe(false);
    const second = await post("/two-factor/enable", undefined, person.cookie);
    expect(second.json.secret).not.toBe(first.json.secret);
    const code = new TOTP({ secret: first.json.secret }).generate();
    expect(summaryOf(await post("/two-factor/confirm", { code }, person.cookie))).toEqual(wrongCode);
    expect(await sessionStatus(person.cookie)).toBe(200);
  });

  it("requires a session confirmed within ten minutes", async () => {
    await makeStale(api, person);
    expect(summaryOf(await post("/two-factor/enable", undefined, person.cookie))[1]).toBe("step_up_required");
  });

  it("returns ten backup codes, rotates this session's token, ends the others and notifies the person", async () => {
    const another = cookieOf(await signIn());
    const before = person.cookie;
    const factor = await enableSecondFactor(api, person);
    expect(factor.backupCodes).toHaveLength(10);
    expect(new Set(factor.backupCodes).size).toBe(10);
    for (const code of factor.backupCodes) {
      expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    }
    const kept = JSON.stringify(await api.sql`select * from backup_codes where user_id = ${person.id}`);
    for (const code of factor.backupCodes) {
      expect(kept).not.toContain(code.replaceAll("-", ""));
    }
    expect(tokenOf(person.cookie)).not.toBe(tokenOf(before));
    expect([
      await sessionStatus(before),
      await sessionStatus(another),
      await sessionStatus(person.cookie),
    ]).toEqual([401, 401, 200]);
    const profile = await api.call({ path: "/me", cookie: person.cookie });
    expect(profile.json).toMatchObject({ user: { twoFactorEnabled: true }, backupCodesLeft: 10 });
    expect(await mailsTo(api, person.email)).toEqual(["second_factor_changed"]);
    expect(await auditedActions(api, person)).toContain("second_factor.enabled");
  });

  it("happens once, even if the code is sent several times at once", async () => {
    const { json } = await post("/two-factor/enable", undefined, person.cookie);
    const code = new TOTP({ secret: json.secret }).generate();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post("/two-factor/confirm", { code }, person.cookie)),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const answer of answers) {
      expect([200, 401, 409, 422]).toContain(answer.status);
    }
    expect(await mailsTo(api, person.email)).toEqual(["second_factor_changed"]);
  });

  it("is rejected if it is already on, or if no secret was requested", async () => {
    const body = { code: "123456" };
    expect(summaryOf(await post("/two-factor/confirm", body, person.cookie)).slice(0, 2)).toEqual([
      409,
      "second_factor_not_started",
    ]);
    const factor = await enableSecondFactor(api, person);
    for (const [path, sent] of [
      ["/two-factor/enable", undefined],
      ["/two-factor/confirm", { code: await factor.freshCode() }],
    ] as const) {
      expect(summaryOf(await post(path, sent, person.cookie)).slice(0, 2)).toEqual([
        409,
        "second_factor_enabled",
      ]);
    }
    expect((await signIn()).json.twoFactorRedirect).toBe(true);
  });
});

describe("a half signed-in session", () => {
  it("follows a correct password, and the response only tells the panel", async () => {
    await enableSecondFactor(api, person);
    const answer = await signIn();
    expect(answer.json).toEqual({ redirect: false, twoFactorRedirect: true });
    expect(await sessionStatus(cookieOf(answer))).toBe(401);
  });

  it("follows a magic link opened with GET too, which continues to the code page", async () => {
    await using own = await startApi();
    const { owner } = await own.createWorkspace();
    await own.startWorker();
    const factor = await enableSecondFactor(own, owner);
    await post("/magic-link/send", { email: owner.email, callbackURL: "/mail?q=1" }, undefined, own);
    const { hash } = await mailedLink(own, owner.email, "magic_link");
    const token = hash.replace("#token=", "");
    const query = new URLSearchParams({ token, callbackURL: "/mail?q=1" });
    const followed = await own.call({ path: `/auth/magic-link/verify?${query}` });
    expect(followed.status).toBe(302);
    expect(followed.headers.location).toBe(
      `${own.panelOrigin}/auth/2fa-verify?next=${encodeURIComponent("/mail?q=1")}`,
    );
    const half = cookieOf(followed);
    expect((await own.call({ path: "/auth/get-session", cookie: half })).status).toBe(401);
    const code = { code: await factor.freshCode() };
    expect((await post("/two-factor/verify-totp", code, half, own)).status).toBe(200);
  });

  it("can't reach anything but the second factor, over REST, tRPC and the sign-in routes", async () => {
    const factor = await enableSecondFactor(api, person);
    const cookie = await factor.signInByHalf();
    const closedRoutes = authOperations({} as never).filter(({ access }) => access === "full");
    const closedOperations = describedOperations.filter(
      ({ path }) => !path.startsWith("/auth/") && !path.startsWith("/health"),
    );
    expect(closedRoutes.length).toBeGreaterThan(5);
    const calls = [
      ...[...closedRoutes, ...closedOperations].map(({ method, path }) => ({
        method,
        path: path.replace(/\{\w+\}/g, "x"),
      })),
      ...Object.entries(procedures).map(([name, { _def }]) => ({
        method: _def.type === "mutation" ? "POST" : "GET",
        path: `/trpc/${name}`,
      })),
    ];
    for (const { method, path } of calls) {
      const answer = await api.call({ method, path, cookie, ...(method === "POST" ? { body: {} } : {}) });
      const code = answer.json.code ?? answer.json.error?.data?.problem?.code;
      // To everyone but an operator, these don't exist.
      const isForOperators = path.startsWith("/operator/") || path.startsWith("/trpc/operator.");
      const refusal = isForOperators ? [404, "not_found"] : [401, "second_factor_required"];
      expect([method, path, answer.status, code]).toEqual([method, path, ...refusal]);
    }
    expect((await post("/sign-out", undefined, cookie)).status).toBe(200);
    expect((await verify(await factor.freshCode(), cookie)).status).toBe(401);
  });

  it("is completed by a code and gets a new token; the old one stops working", async () => {
    const factor = await enableSecondFactor(api, person);
    const half = await factor.signInByHalf();
    const answer = await verify(await factor.freshCode(), half);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      redirect: false,
      user: { email: person.email, twoFactorEnabled: true },
    });
    expect(answer.cookies.map((cookie) => cookie.split("=")[0])).toEqual([
      "zonepost.session_token",
      "zonepost.known_browser",
    ]);
    const whole = cookieOf(answer);
    expect(tokenOf(whole)).not.toBe(tokenOf(half));
    expect([await sessionStatus(half), await sessionStatus(whole)]).toEqual([401, 200]);
    expect((await api.call({ path: "/domains/mine", cookie: whole })).status).toBe(200);
    expect((await auditedActions(api, person)).slice(-2)).toEqual([
      "session.second_factor_asked",
      "session.signed_in",
    ]);
  });

  it("accepts the next time step for a fast clock, and none further off", async () => {
    holdClock();
    const factor = await enableSecondFactor(api, person);
    const at = (steps: number) => factor.totp.generate({ timestamp: Date.now() + steps * 30_000 });
    const half = await factor.signInByHalf();
    for (const steps of [-2, 2]) {
      await factor.freshCode();
      expect(summaryOf(await verify(at(steps), half))).toEqual(wrongCode);
    }
    await factor.freshCode();
    expect((await verify(at(1), half)).status).toBe(200);
  });

  it("accepts a code as people type it, and explains any other error", async () => {
    const factor = await enableSecondFactor(api, person);
    const half = await factor.signInByHalf();
    for (const code of ["", "12345", "1234567", "abcdef", "१२३४५६"]) {
      expect(summaryOf(await verify(code, half))).toEqual([422, "invalid_input", "/code"]);
    }
    expect((await post("/two-factor/verify-totp", { code: 123456 }, half)).status).toBe(422);
    expect((await post("/two-factor/verify-totp", { code: "123456", userId: "x" }, half)).status).toBe(422);
    expect(summaryOf(await verify(factor.wrongCode(), half))).toEqual(wrongCode);
    const code = await factor.freshCode();
    expect((await verify(` ${code.slice(0, 3)} ${code.slice(3)} `, half)).status).toBe(200);
  });

  it("is not available signed out, with a forged cookie or fully signed in", async () => {
    const factor = await enableSecondFactor(api, person);
    const code = await factor.freshCode();
    expect((await post("/two-factor/verify-totp", { code })).status).toBe(401);
    expect((await verify(code, `${person.cookie}x`)).status).toBe(401);
    expect(summaryOf(await verify(code, person.cookie)).slice(0, 2)).toEqual([409, "second_factor_not_due"]);
    const without = await workspace.join("member");
    expect((await verify(code, without.cookie)).status).toBe(409);
  });
});

describe("an authenticator code", () => {
  // A code that has run out is another wrong one.
  beforeEach(holdClock);

  it("works once: a replay is rejected in any session, and not counted as a guess", async () => {
    const factor = await enableSecondFactor(api, person);
    const code = await factor.freshCode();
    const halves = [await factor.signInByHalf(), await factor.signInByHalf()] as const;
    expect((await verify(code, halves[0])).status).toBe(200);
    for (let repeat = 0; repeat < 6; repeat += 1) {
      expect(summaryOf(await verify(code, halves[1]))).toEqual(wrongCode);
    }
    expect((await verify(await factor.freshCode(), halves[1])).status).toBe(200);
  });

  it("that confirmed the second factor can't be used to sign in", async () => {
    const { json } = await post("/two-factor/enable", undefined, person.cookie);
    const code = new TOTP({ secret: json.secret }).generate();
    expect((await post("/two-factor/confirm", { code }, person.cookie)).status).toBe(200);
    expect(summaryOf(await verify(code, cookieOf(await signIn())))).toEqual(wrongCode);
  });

  it("works for one of twenty sessions that send it at once", async () => {
    const factor = await enableSecondFactor(api, person);
    const halves = await Promise.all(Array.from({ length: 20 }, () => factor.signInByHalf()));
    const code = await factor.freshCode();
    const answers = await Promise.all(halves.map((half) => verify(code, half)));
    expect(answers.map(({ status: number }) => number).sort()).toEqual([200, ...Array(19).fill(422)]);
  });

  it("of another person is wrong", async () => {
    const other = await workspace.join("member");
    const [factor, others] = [await enableSecondFactor(api, person), await enableSecondFactor(api, other)];
    const half = await factor.signInByHalf();
    expect(summaryOf(await verify(await others.freshCode(), half))).toEqual(wrongCode);
    expect(summaryOf(await verifyBackup(others.backupCodes[0] ?? "", half))).toEqual(wrongCode);
  });
});

describe("wrong codes", () => {
  // A right code stays right, and a lock lasts.
  beforeEach(holdClock);

  const endLock = () => api.sql`update two_factors set locked_until = 'epoch' where user_id = ${person.id}`;

  it("lock the second factor after five in a row over all sessions, for valid codes and backup codes too", async () => {
    const factor = await enableSecondFactor(api, person);
    const halves = [await factor.signInByHalf(), await factor.signInByHalf(), await factor.signInByHalf()];
    for (let wrong = 0; wrong < 5; wrong += 1) {
      const half = halves[wrong % 3] ?? "";
      const refused = wrong === 3 ? verifyBackup("a".repeat(16), half) : verify(factor.wrongCode(), half);
      expect(summaryOf(await refused)).toEqual(wrongCode);
    }
    const right = await factor.freshCode();
    for (const locked of [
      await verify(right, halves[0] ?? ""),
      await verifyBackup(factor.backupCodes[0] ?? "", await factor.signInByHalf()),
      await post("/step-up", { code: right }, person.cookie),
      await post("/two-factor/disable", { code: right }, person.cookie),
    ]) {
      expect([locked.status, locked.json.code]).toEqual([429, "second_factor_locked"]);
      expect(Number(locked.headers["retry-after"])).toBe(15 * 60);
    }
    const failed = await api.sql`
      select details from audit_entries where action = 'session.second_factor_failed' and target = ${person.email}`;
    expect(failed).toHaveLength(9);
    expect(await mailsTo(api, person.email)).toEqual(["second_factor_changed", "second_factor_locked"]);

    await endLock();
    expect(summaryOf(await verify(factor.wrongCode(), halves[0] ?? ""))).toEqual(wrongCode);
    expect((await verify(right, halves[0] ?? "")).status).toBe(200);
  });

  it("are reported by email once per lock, with a link to change the password", async () => {
    const factor = await enableSecondFactor(api, person);
    const half = await factor.signInByHalf();
    const isLocked = async () => (await verify(factor.wrongCode(), half)).status === 429;
    for (const locks of [1, 2]) {
      await endLock();
      await Promise.all(Array.from({ length: 8 }, isLocked));
      expect([locks, await isLocked()]).toEqual([locks, true]);
      const sent = (await mailsTo(api, person.email)).filter((kind) => kind === "second_factor_locked");
      expect(sent).toHaveLength(locks);
    }
  });

  it("are counted exactly, even if they arrive at once", async () => {
    const factor = await enableSecondFactor(api, person);
    const half = await factor.signInByHalf();
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(factor.wrongCode(), half)));
    const counts = answers.map(({ status: number }) => number);
    expect([counts.filter((c) => c === 422).length, counts.filter((c) => c === 429).length]).toEqual([5, 15]);
  });

  it("are reset by the next correct code", async () => {
    const factor = await enableSecondFactor(api, person);
    for (let round = 0; round < 2; round += 1) {
      const half = await factor.signInByHalf();
      for (let wrong = 0; wrong < 4; wrong += 1) {
        await verify(factor.wrongCode(), half);
      }
      expect((await verify(await factor.freshCode(), half)).status).toBe(200);
    }
  });

  it("are also limited per network, with rate limit headers", async () => {
    const factor = await enableSecondFactor(api, person);
    const half = await factor.signInByHalf();
    const strict = await api.startAnother({ env: { SIGN_IN_LIMIT_PER_MINUTE: "2" } });
    const answers: Answer[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      answers.push(await post("/two-factor/verify-totp", { code: factor.wrongCode() }, half, strict));
    }
    const last = answers.find(({ json }) => json.code === "rate_limited");
    expect(last?.status).toBe(429);
    expect(last?.headers.ratelimit).toMatch(/^"network";r=0;t=\d+$/);
  });
});

describe("a backup code", () => {
  it("signs in once, however it is typed, and the person is emailed the number left", async () => {
    const factor = await enableSecondFactor(api, person);
    const [code = "", next = ""] = factor.backupCodes;
    const half = await factor.signInByHalf();
    const answer = await verifyBackup(code.toUpperCase().replaceAll("-", " "), half);
    expect(answer.status).toBe(200);
    expect([await sessionStatus(half), await sessionStatus(cookieOf(answer))]).toEqual([401, 200]);
    expect(summaryOf(await verifyBackup(code, await factor.signInByHalf()))).toEqual(wrongCode);
    expect((await verifyBackup(next.replaceAll("-", ""), await factor.signInByHalf())).status).toBe(200);
    const profile = await api.call({ path: "/me", cookie: person.cookie });
    expect(profile.json.backupCodesLeft).toBe(8);
    expect(await mailsTo(api, person.email)).toEqual(Array(3).fill("second_factor_changed"));
    expect(await auditedActions(api, person)).toContain("second_factor.backup_code_used");
  });

  it("works for one of twenty sessions that send it at once", async () => {
    const factor = await enableSecondFactor(api, person);
    const halves = await Promise.all(Array.from({ length: 20 }, () => factor.signInByHalf()));
    const answers = await Promise.all(halves.map((half) => verifyBackup(factor.backupCodes[0] ?? "", half)));
    expect(answers.filter(({ status: number }) => number === 200)).toHaveLength(1);
    // The others were wrong: five are counted, and the rest are locked out.
    expect(new Set(answers.map(({ status: number }) => number))).toEqual(new Set([200, 422, 429]));
  });

  it("stops working when new ones are generated, which requires a recently confirmed session", async () => {
    const factor = await enableSecondFactor(api, person);
    const renewed = await post("/two-factor/backup-codes", undefined, person.cookie);
    expect(renewed.json.backupCodes).toHaveLength(10);
    expect(summaryOf(await verifyBackup(factor.backupCodes[0] ?? "", await factor.signInByHalf()))).toEqual(
      wrongCode,
    );
    const signedIn = await verifyBackup(renewed.json.backupCodes[0], await factor.signInByHalf());
    expect(signedIn.status).toBe(200);
    expect(await auditedActions(api, person)).toContain("second_factor.backup_codes_renewed");
    await makeStale(api, person);
    expect(summaryOf(await post("/two-factor/backup-codes", undefined, person.cookie))[1]).toBe(
      "step_up_required",
    );
    const without = await workspace.join("member");
    expect(summaryOf(await post("/two-factor/backup-codes", undefined, without.cookie)).slice(0, 2)).toEqual([
      409,
      "second_factor_not_enabled",
    ]);
  });
});

describe("a trusted browser", () => {
  it("skips the code for thirty days, with a cookie that scripts can't read", async () => {
    const factor = await enableSecondFactor(api, person);
    const { device, answer } = await signInTrusting(factor);
    const set = answer.cookies.find((cookie) => cookie.includes("trusted_device"))?.toLowerCase();
    expect(set?.split("; ").slice(1).sort()).toEqual([
      "httponly",
      "max-age=2592000",
      "path=/",
      "samesite=lax",
    ]);
    const trusted = await signIn(device);
    expect(trusted.json).toMatchObject({ redirect: false, user: { email: person.email } });
    expect(await sessionStatus(cookieOf(trusted))).toBe(200);
    const [row] = await api.sql`select * from trusted_devices where user_id = ${person.id}`;
    expect(JSON.stringify(row)).not.toContain(device.split("=")[1]);
    await api.sql`update trusted_devices set expires_at = now() - interval '1 second' where user_id = ${person.id}`;
    expect(await isTrusted(device)).toBe(false);
  });

  it("needs a code if its cookie is forged, truncated, empty or another person's", async () => {
    await enableSecondFactor(api, person);
    const other = await workspace.join("member");
    const others = await enableSecondFactor(api, other);
    const half = await others.signInByHalf();
    const foreign = cookieOf(await verify(await others.freshCode(), half, true), "trusted_device");
    for (const cookie of [
      foreign,
      `${foreign}x`,
      foreign.slice(0, -4),
      "zonepost.trusted_device=",
      "zonepost.trusted_device=' or 1=1 --",
    ]) {
      expect([cookie, await isTrusted(cookie)]).toEqual([cookie, false]);
    }
  });

  it.each([
    [
      "trusted browsers are removed",
      () => api.call({ method: "DELETE", path: "/me/trusted-devices", cookie: person.cookie }),
    ],
    [
      "the person signs out everywhere",
      () => api.call({ method: "DELETE", path: "/me/sessions", cookie: person.cookie }),
    ],
    [
      "the password changes",
      () => post("/password/change", { currentPassword: password, newPassword }, person.cookie),
    ],
  ])("needs a code again when %s", async (_, act) => {
    const factor = await enableSecondFactor(api, person);
    const { device } = await signInTrusting(factor);
    expect(await isTrusted(device)).toBe(true);
    expect([200, 204]).toContain((await act()).status);
    expect([await isTrusted(device), await isTrusted(device, newPassword)]).toEqual([false, false]);
    const rows = await api.sql`select id from trusted_devices where user_id = ${person.id}`;
    expect(rows).toHaveLength(0);
  });

  it("needs a code again after the factor was turned off and on", async () => {
    const factor = await enableSecondFactor(api, person);
    const { device } = await signInTrusting(factor);
    const off = await post("/two-factor/disable", { code: await factor.freshCode() }, person.cookie);
    person.cookie = cookieOf(off);
    await enableSecondFactor(api, person);
    expect(await isTrusted(device)).toBe(false);
  });
});

describe("turning the second factor on or off", () => {
  it.each(["on", "off"])("invalidates pending links: turning it %s", async (direction) => {
    const factor = direction === "off" ? await enableSecondFactor(api, person) : undefined;
    await post("/magic-link/send", { email: person.email });
    const reset = { token: await mintLink(api, person, "password_reset"), newPassword };
    const change = { token: await mintLink(api, person, "email_change", "thief@elsewhere.example") };
    const isMagicLinkOpen = async () => {
      const [row] = await api.sql`
        select count(*)::int as count from verifications where starts_with(value, ${`{"email":"${person.email}"`})`;
      return row?.count === 1;
    };
    expect(await isMagicLinkOpen()).toBe(true);
    if (factor) {
      const off = await post("/two-factor/disable", { code: await factor.freshCode() }, person.cookie);
      expect(off.status).toBe(200);
    } else {
      await enableSecondFactor(api, person);
    }
    const invalid = [422, "link_invalid", "/token"];
    expect(summaryOf(await post("/email/confirm", change))).toEqual(invalid);
    expect(summaryOf(await post("/password/reset", reset))).toEqual(invalid);
    expect(await isMagicLinkOpen()).toBe(false);
  });
});

describe("turning off the second factor", () => {
  it("requires a code and a recently confirmed session; other sessions end, half signed-in ones too", async () => {
    const factor = await enableSecondFactor(api, person);
    const half = await factor.signInByHalf();
    expect(summaryOf(await post("/two-factor/disable", { code: factor.wrongCode() }, person.cookie))).toEqual(
      wrongCode,
    );
    expect((await post("/two-factor/disable", {}, person.cookie)).status).toBe(422);
    await makeStale(api, person);
    const stale = await post("/two-factor/disable", { code: await factor.freshCode() }, person.cookie);
    expect(stale.json.code).toBe("step_up_required");
    const confirmed = await post("/step-up", { code: await factor.freshCode() }, person.cookie);
    const before = cookieOf(confirmed);
    const off = await post("/two-factor/disable", { code: await factor.freshCode() }, before);
    expect([off.status, off.json]).toEqual([200, { status: true }]);
    expect([
      await sessionStatus(half),
      await sessionStatus(before),
      await sessionStatus(cookieOf(off)),
    ]).toEqual([401, 401, 200]);
    expect((await signIn()).json.user.twoFactorEnabled).toBe(false);
    expect(await auditedActions(api, person)).toContain("second_factor.disabled");
    const left = await api.sql`
      select (select count(*) from two_factors where user_id = ${person.id})::int as factors,
        (select count(*) from backup_codes where user_id = ${person.id})::int as codes`;
    expect(left[0]).toEqual({ factors: 0, codes: 0 });
    const again = await post("/two-factor/disable", { code: "123456" }, cookieOf(off));
    expect(again.json.code).toBe("second_factor_not_enabled");
  });

  it("accepts a backup code if the authenticator is lost", async () => {
    const factor = await enableSecondFactor(api, person);
    const off = await post("/two-factor/disable", { code: factor.backupCodes[3] }, person.cookie);
    expect(off.status).toBe(200);
  });
});
