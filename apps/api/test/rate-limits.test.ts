import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { minuteMs } from "../src/kernel/durations.ts";
import { cookieOf, enableSecondFactor } from "./support/accounts/second-factor.ts";
import { type Api, password, startApi } from "./support/start-api.ts";
import { stopClock } from "./support/stopped-clock.ts";

let api: Api;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.[Symbol.asyncDispose]());

// The limit is per minute of the wall clock. This process's clock is stopped, so that no minute begins during a test.
beforeEach(stopClock);
afterEach(() => {
  vi.useRealTimers();
});

const nextMinute = () => vi.setSystemTime(Date.now() + minuteMs);

describe("the rate limit of one actor", () => {
  it("counts down in RateLimit, and returns 429 with Retry-After until the next minute", async () => {
    const strict = await api.startAnother({ env: { RATE_LIMIT_PER_MINUTE: "5" } });
    const { owner } = await api.createWorkspace();
    const ask = () => strict.call({ path: "/domains/mine", cookie: owner.cookie });
    for (const left of [4, 3, 2, 1, 0]) {
      const { status, headers } = await ask();
      expect(status).toBe(200);
      expect(headers["ratelimit-policy"]).toBe('"actor";q=5;w=60');
      expect(headers.ratelimit).toBe(`"actor";r=${left};t=40`);
    }
    const refused = await ask();
    expect([refused.status, refused.json.code, refused.headers["retry-after"]]).toEqual([
      429,
      "rate_limited",
      "40",
    ]);
    expect(refused.headers.ratelimit).toBe('"actor";r=0;t=40');
    nextMinute();
    expect((await ask()).status).toBe(200);
  });

  it("counts requests for the session, but none of someone who still needs the second factor", async () => {
    const strict = await api.startAnother({ env: { RATE_LIMIT_PER_MINUTE: "3" } });
    const { owner } = await api.createWorkspace();
    const ask = (cookie: string) => strict.call({ path: "/auth/get-session", cookie });
    const factor = await enableSecondFactor(api, owner);
    const half = await factor.signInByHalf();
    nextMinute();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await ask(half)).status).toBe(401);
    }
    for (const left of [2, 1, 0]) {
      const { status, headers } = await ask(owner.cookie);
      expect([status, headers.ratelimit]).toEqual([200, `"actor";r=${left};t=40`]);
    }
    const refused = await ask(owner.cookie);
    expect([refused.status, refused.json.code, refused.headers["retry-after"]]).toEqual([
      429,
      "rate_limited",
      "40",
    ]);
    expect((await strict.call({ path: "/domains/mine", cookie: owner.cookie })).status).toBe(429);
  });

  it("is shared by REST and tRPC, where each call of a batch counts", async () => {
    const strict = await api.startAnother({ env: { RATE_LIMIT_PER_MINUTE: "5" } });
    const { owner } = await api.createWorkspace();
    const batch = await strict.call({
      path: "/trpc/domains.portfolio,domains.portfolio,domains.portfolio,domains.portfolio?batch=1&input={}",
      cookie: owner.cookie,
    });
    expect(batch.status).toBe(200);
    expect(batch.headers.ratelimit).toBe('"actor";r=1;t=40');
    expect((await strict.call({ path: "/domains/mine", cookie: owner.cookie })).status).toBe(200);
    expect((await strict.call({ path: "/domains/mine", cookie: owner.cookie })).status).toBe(429);
    expect((await strict.call({ path: "/trpc/domains.portfolio", cookie: owner.cookie })).status).toBe(429);
  });

  it("is separate for each person", async () => {
    const strict = await api.startAnother({ env: { RATE_LIMIT_PER_MINUTE: "2" } });
    const workspace = await api.createWorkspace();
    const colleague = await workspace.join("member");
    const statuses = [];
    for (let count = 0; count < 3; count += 1) {
      statuses.push((await strict.call({ path: "/domains/mine", cookie: workspace.owner.cookie })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    expect((await strict.call({ path: "/domains/mine", cookie: colleague.cookie })).status).toBe(200);
  });

  it("applies across two listeners on one database: never more, and at most one block less", async () => {
    const env = { RATE_LIMIT_PER_MINUTE: "50" };
    const [one, two] = [await api.startAnother({ env }), await api.startAnother({ env })];
    const { owner } = await api.createWorkspace();
    const answers = await Promise.all(
      Array.from({ length: 160 }, (_, index) =>
        (index % 2 ? one : two).call({ path: "/domains/mine", cookie: owner.cookie }),
      ),
    );
    const taken = answers.filter(({ status }) => status === 200).length;
    expect(taken).toBeLessThanOrEqual(50);
    expect(taken).toBeGreaterThanOrEqual(45);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });

  it("is in the headers of refusals too, over REST and tRPC", async () => {
    const strict = await api.startAnother({ env: { RATE_LIMIT_PER_MINUTE: "5" } });
    const { owner } = await api.createWorkspace();
    for (const [path, left] of [
      ["/domains/not-registered.com/dnssec", 4],
      ["/domains/search", 3],
      [`/trpc/domains.get?input=${encodeURIComponent('{"name":"not-registered.com"}')}`, 2],
    ]) {
      const answer = await strict.call({ path: String(path), cookie: owner.cookie });
      expect([path, answer.status >= 400, answer.headers.ratelimit]).toEqual([
        path,
        true,
        `"actor";r=${left};t=40`,
      ]);
    }
  });

  it("doesn't use up an Idempotency-Key: the refused request runs a minute later", async () => {
    const strict = await api.startAnother({ env: { RATE_LIMIT_PER_MINUTE: "1" } });
    const { owner } = await api.createWorkspace();
    const post = (key: string) =>
      strict.call({
        method: "POST",
        path: "/webhooks/outbound",
        cookie: owner.cookie,
        body: { url: "https://hooks.example.com/in", events: ["*"] },
        headers: { "idempotency-key": key },
      });
    expect((await post("first")).status).toBe(201);
    expect((await post("second")).status).toBe(429);
    nextMinute();
    const later = await post("second");
    expect([later.status, later.headers["idempotency-replayed"]]).toEqual([201, undefined]);
  });

  it("can't be reset by a spoofed X-Forwarded-For", async () => {
    const strict = await api.startAnother({ env: { RATE_LIMIT_PER_MINUTE: "1" } });
    const { owner } = await api.createWorkspace();
    const ask = (address: string) =>
      strict.call({
        path: "/domains/mine",
        cookie: owner.cookie,
        headers: { "x-forwarded-for": address, "x-real-ip": address, forwarded: `for=${address}` },
      });
    expect((await ask("203.0.113.1")).status).toBe(200);
    expect((await ask("203.0.113.2")).status).toBe(429);
  });
});

describe("sign-in attempts", () => {
  const askForLink = (email: string) => ({
    method: "POST",
    path: "/auth/magic-link/send",
    body: { email },
  });

  /** A sign-in with a wrong password, from one of many networks. */
  const guess = (email: string, network: number, more: { cookie?: string; password?: string } = {}) => ({
    method: "POST",
    path: "/auth/sign-in/email",
    body: { email, password: more.password ?? "wrong" },
    headers: { "x-forwarded-for": `203.0.113.${network}` },
    cookie: more.cookie,
  });

  it("with passwords for one address, ignoring case, are refused at ten times the limit of a network", async () => {
    const strict = await api.startAnother({
      env: { SIGN_IN_LIMIT_PER_MINUTE: "2", TRUSTED_PROXY_COUNT: "1" },
    });
    const ask = (network: number) =>
      strict.call(guess(network % 2 ? "stranger@people.test" : "STRANGER@people.test", network));
    expect([(await ask(1)).status, (await ask(1)).status]).toEqual([401, 401]);
    expect((await ask(1)).json).toMatchObject({ status: 429, code: "rate_limited" });
    for (let network = 2; network <= 19; network += 1) {
      expect([network, (await ask(network)).status]).toEqual([network, 401]);
    }
    const refused = await ask(20);
    expect([refused.status, refused.json.code, refused.headers["retry-after"]]).toEqual([
      429,
      "password_sign_in_paused",
      "40",
    ]);
    expect(refused.headers["ratelimit-policy"]).toBe('"network";q=2;w=60, "address";q=20;w=60');
    nextMinute();
    expect((await ask(20)).status).toBe(401);
  });

  it("by strangers never refuse a browser in which this person has signed in", async () => {
    const strict = await api.startAnother({
      env: { SIGN_IN_LIMIT_PER_MINUTE: "2", TRUSTED_PROXY_COUNT: "1" },
    });
    const workspace = await api.createWorkspace();
    const [person, other] = [await workspace.join("member"), await workspace.join("member")];
    const knownBrowser = async ({ email }: { email: string }) =>
      cookieOf(await api.call(guess(email, 0, { password })), "known_browser");
    const [known, foreign] = [await knownBrowser(person), await knownBrowser(other)];
    for (let attempt = 0; attempt < 22; attempt += 1) {
      await strict.call(guess(person.email, attempt));
    }
    const own = (cookie?: string, network = 0) =>
      strict.call(guess(person.email, network, { cookie, password }));
    const forged = `${known.slice(0, -3)}${known.endsWith("AAA") ? "BBB" : "AAA"}`;
    for (const [index, stranger] of [undefined, foreign, forged].entries()) {
      expect((await own(stranger, 100 + index)).json).toMatchObject({
        status: 429,
        code: "password_sign_in_paused",
      });
    }
    // A new browser can use a link instead.
    expect((await strict.call(askForLink(person.email))).headers.ratelimit).toContain('"address";r=1;t=40');
    const [first, second, third] = [await own(known), await own(known), await own(known)];
    expect([first.status, second.status, third.status]).toEqual([200, 200, 429]);
    expect(third.headers.ratelimit).toBe('"browser";r=0;t=40');
    const asked = await strict.call({ ...askForLink(person.email), cookie: known });
    expect([asked.status, asked.headers.ratelimit]).toEqual([200, '"browser";r=1;t=40']);
  });

  it.each(["/auth/magic-link/send", "/auth/password/reset-request"])(
    "for one address are answered as usual above the limit, without effect: %s",
    async (path) => {
      const strict = await api.startAnother({
        env: { SIGN_IN_LIMIT_PER_MINUTE: "2", TRUSTED_PROXY_COUNT: "1" },
      });
      nextMinute();
      const { owner } = await api.createWorkspace();
      const queued = async () => {
        const [row] = await api.sql`
          select (select count(*) from graphile_worker._private_jobs)::int as jobs,
            (select count(*) from verifications)::int as links`;
        return row;
      };
      for (const email of [owner.email, `unknown${path.length}@people.test`]) {
        const ask = async (spelling: string) => {
          const headers = { "x-forwarded-for": "192.0.2.90" };
          const { status, text } = await strict.call({
            method: "POST",
            path,
            body: { email: spelling },
            headers,
          });
          return [status, text];
        };
        const usual = await ask(email);
        await ask(email.toUpperCase());
        const before = await queued();
        for (let more = 0; more < 5; more += 1) {
          expect(await ask(email)).toEqual(usual);
        }
        expect([usual[0], await queued()]).toEqual([200, before]);
        nextMinute();
      }
    },
  );

  it.each([
    ["/auth/magic-link/redeem", { token: "a".repeat(43) }],
    ["/auth/magic-link/code", { email: "stranger@people.test", code: "123456" }],
  ])("with a link or code are refused above the limit of a network: %s", async (path, body) => {
    const strict = await api.startAnother({
      env: { SIGN_IN_LIMIT_PER_MINUTE: "2", TRUSTED_PROXY_COUNT: "1" },
    });
    nextMinute();
    const ask = async (network: number) => {
      const headers = { "x-forwarded-for": `203.0.113.${network}` };
      return (await strict.call({ method: "POST", path, body, headers })).status;
    };
    expect([await ask(1), await ask(1), await ask(1), await ask(2)]).toEqual([422, 422, 429, 422]);
  });

  it("are refused from the eleventh in a minute from one network, for any address", async () => {
    const strict = await api.startAnother({ env: { SIGN_IN_LIMIT_PER_MINUTE: "10" } });
    nextMinute();
    const ask = (index: number) =>
      strict.call({
        ...askForLink(`stranger-${index}@people.test`),
        headers: { "x-forwarded-for": `198.51.100.${index}`, "x-zonepost-client-address": `10.0.0.${index}` },
      });
    for (let index = 1; index <= 10; index += 1) {
      const { status, headers } = await ask(index);
      expect([status, headers.ratelimit]).toEqual([
        200,
        `"address";r=9;t=40, "network";r=${10 - index};t=40`,
      ]);
    }
    const refused = await ask(11);
    expect([refused.status, refused.headers.ratelimit]).toEqual([
      429,
      '"address";r=9;t=40, "network";r=0;t=40',
    ]);
    expect(refused.headers["ratelimit-policy"]).toBe('"address";q=10;w=60, "network";q=10;w=60');
  });

  it("are counted exactly across two listeners, even if simultaneous", async () => {
    const env = { SIGN_IN_LIMIT_PER_MINUTE: "10", TRUSTED_PROXY_COUNT: "1" };
    const listeners = [await api.startAnother({ env }), await api.startAnother({ env })];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        listeners[index % 2]?.call({
          ...askForLink(`crowd-${index}@people.test`),
          headers: { "x-forwarded-for": "192.0.2.7" },
        }),
      ),
    );
    expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(10);
    expect(answers.filter((answer) => answer?.status === 429)).toHaveLength(20);
  });

  it("count a whole /64 of IPv6 as one network, and only trust our own proxy's address", async () => {
    const strict = await api.startAnother({
      env: { SIGN_IN_LIMIT_PER_MINUTE: "10", TRUSTED_PROXY_COUNT: "1" },
    });
    const ask = (index: number, chain: string) =>
      strict.call({
        ...askForLink(`six-${chain.length}-${index}@people.test`),
        headers: { "x-forwarded-for": chain },
      });
    for (let index = 1; index <= 10; index += 1) {
      expect((await ask(index, `203.0.113.${index}, 2001:db8:1:2::${index}`)).status).toBe(200);
    }
    expect((await ask(11, "203.0.113.99, 2001:db8:1:2:ffff::1")).status).toBe(429);
    expect((await ask(12, "203.0.113.99, 2001:db8:1:3::1")).status).toBe(200);
  });

  it("count passwords and links separately, without affecting signed-in people", async () => {
    const strict = await api.startAnother({
      env: { SIGN_IN_LIMIT_PER_MINUTE: "1", TRUSTED_PROXY_COUNT: "1" },
    });
    const { owner } = await api.createWorkspace();
    const headers = { "x-forwarded-for": "192.0.2.80" };
    nextMinute();
    const link = { ...askForLink(owner.email), headers };
    const wrongPassword = {
      method: "POST",
      path: "/auth/sign-in/email",
      body: { email: owner.email, password: "wrong-password" },
      headers,
    };
    expect((await strict.call(link)).status).toBe(200);
    expect((await strict.call(wrongPassword)).status).toBe(401);
    expect((await strict.call({ ...askForLink("someone.else@people.test"), headers })).status).toBe(429);
    expect((await strict.call(wrongPassword)).status).toBe(429);
    expect((await strict.call({ path: "/domains/mine", cookie: owner.cookie })).status).toBe(200);
  });
});
