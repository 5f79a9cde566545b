import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FieldKind, oddValues } from "../../../testing/odd-values.ts";
import { newApiKey } from "./support/accounts/api-key.ts";
import { allOperations, type Described, describedOperations, description } from "./support/conformance.ts";
import { asksAll, inTurn } from "./support/in-turn.ts";
import {
  type Api,
  newDnskey,
  newDsRecord,
  type Person,
  startApi,
  type Workspace,
} from "./support/start-api.ts";
import { isForPeople, textFieldsOf } from "./support/text-fields.ts";

// Every field of every body and query in the published description, filled with invalid values. The response may be an
// error of the caller or, if the value is valid after all, a success, but never a server error. Each operation gets each
// value in one of its fields, and each field some values; with `RIGHTS_MATRIX=whole`, each field gets each value.

let api: Api;
let workspace: Workspace;
let operator: Person;
let domainName: string;
let endpointId: string;
let registrantId: string;
/** Values of `{id}` by its position; an endpoint's id elsewhere. */
let ids: Record<string, string> = {};

beforeAll(async () => {
  // Unlimited attempts, since requests refused by a rate limit would test nothing.
  api = await startApi({ env: { SIGN_IN_LIMIT_PER_MINUTE: "100000", RATE_LIMIT_PER_MINUTE: "100000" } });
  workspace = await api.createWorkspace();
  operator = await api.createOperator();
  const { cookie } = workspace.owner;
  domainName = await workspace.addDomain();
  await api.call({ method: "POST", path: "/zones", cookie, body: { name: domainName } });
  const mail = { domainName, planSlug: "business" };
  await api.call({ method: "POST", path: "/me/mail/activate", cookie, body: mail });
  const mailbox = { localPart: "box", displayName: "Box", password: "quiet harbor lantern" };
  const accounts = `/me/mail/${domainName}/accounts`;
  const account = await api.call({ method: "POST", path: accounts, cookie, body: mailbox });
  const body = { url: "https://hooks.example.com/in", events: ["*"] };
  endpointId = (await api.call({ method: "POST", path: "/webhooks/outbound", cookie, body })).json.id;
  const alias = { fromAddress: `shop@${domainName}`, toAddress: `info@${domainName}` };
  const aliasPath = `/me/mail/${domainName}/aliases`;
  const { json: createdAlias } = await api.call({ method: "POST", path: aliasPath, cookie, body: alias });
  const contact = await api.call({ method: "POST", path: "/contacts", cookie, body: person() });
  registrantId = contact.json.id;
  const key = await newApiKey(api, workspace);
  const member = await workspace.join("member");
  const invitation = await workspace.invite();
  ids = {
    "/contacts/": registrantId,
    "/me/mail/{domainName}/accounts/": account.json.id,
    "/me/mail/{domainName}/aliases/": createdAlias.id,
    "/api-keys/": key.id,
    "/workspace/members/": member.memberId,
    "/workspace/invitations/": invitation.id,
  };
});
afterAll(() => api?.[Symbol.asyncDispose]());

const person = () => ({
  name: "Dana Meier",
  organization: "Meier GmbH",
  email: "dana@example.com",
  phone: "+4930123456",
  street: ["Linienstraße 12"],
  city: "Berlin",
  stateOrProvince: "Berlin",
  postalCode: "10178",
  countryCode: "DE",
});
const cookieFor = (path: string) => (path.startsWith("/operator/") ? operator : workspace.owner).cookie;
const price = { expectedPriceCents: 1188, dryRun: true };
const servers = () => [
  { host: "ns1.example.net", addresses: [] },
  { host: "ns2.example.net", addresses: [] },
];
const recordSet = (more: object = {}) => ({
  ...more,
  name: "www",
  type: "A",
  ttl: 300,
  values: ["192.0.2.1"],
  comment: "Server",
  tags: ["web"],
});
const noToken = "a".repeat(43);
const noInvitation = "inv_01k3v2m8q4f7x9b0c1d2e3f4g5";

/** A valid body, in which one field at a time is made invalid. */
const rightBodies: Record<string, () => Record<string, unknown>> = {
  signInWithEmail: () => ({ email: "unknown@people.test", password: "a-password", callbackURL: "/domains" }),
  sendMagicLink: () => ({ email: "unknown@people.test", callbackURL: "/domains" }),
  redeemMagicLink: () => ({ token: noToken }),
  signInWithCode: () => ({ email: "unknown@people.test", code: "123456" }),
  signInWithProvider: () => ({ provider: "google", callbackURL: "/domains" }),
  publishDsRecord: () => newDsRecord(),
  replaceDsRecords: () => ({ dsRecords: [newDsRecord()] }),
  publishDnskey: () => newDnskey(),
  replaceDnskeys: () => ({ keys: [newDnskey()] }),
  checkDsRecords: () => ({ add: [newDsRecord()], remove: [], replace: [] }),
  registerDomain: () => ({
    name: "not-had-yet.com",
    years: 1,
    contacts: { registrantId },
    nameservers: servers(),
    autoRenew: true,
    whoisPrivacy: true,
    locked: true,
    ...price,
  }),
  renewDomain: () => ({ years: 1, currentExpiresAt: "2030-01-01T00:00:00.000Z", ...price }),
  restoreDomain: () => ({ ...price }),
  deleteDomain: () => ({ confirmName: domainName, dryRun: true }),
  transferDomainIn: () => ({
    name: "held-elsewhere.com",
    authCode: "an-auth-code",
    contacts: { registrantId },
    autoRenew: true,
    whoisPrivacy: true,
    ...price,
  }),
  // Only one setting may be changed per request, so these three are refused together.
  updateDomain: () => ({ autoRenew: true, whoisPrivacy: true, locked: true }),
  changeNameservers: () => ({ nameservers: servers() }),
  checkNameservers: () => ({ nameservers: servers() }),
  changeDomainContacts: () => ({ registrantId, adminId: registrantId, techId: registrantId }),
  changeManyDomains: () => ({ names: [domainName], change: { autoRenew: true }, dryRun: true }),
  createContact: () => person(),
  updateContact: () => person(),
  activateMail: () => ({ domainName, planSlug: "pro" }),
  updateMailDomain: () => ({ planSlug: "business", suspended: false, autoRenew: true, dkimRotationDays: 90 }),
  replaceMailSenderExceptions: () => ({ exceptions: [{ network: "203.0.113.7", note: "Mailing list" }] }),
  mergeMailSpf: () => ({ record: "v=spf1 a:mail.host.test ~all", dryRun: true }),
  replaceMailDnsRecords: () => ({ name: domainName, type: "MX" }),
  releaseMailDnsRecords: () => ({ name: domainName, type: "MX" }),
  createMailAccount: () => ({ localPart: "info", displayName: "Info", password: "a-long-password" }),
  updateMailAlias: () => ({ toAddresses: ["shop@elsewhere.example"] }),
  resendMailForwarding: () => ({ address: "sales@elsewhere.example" }),
  updateMailAccount: () => ({
    displayName: "Info",
    quotaMegabytes: 500,
    maySend: true,
    mayReceive: true,
    forwardTo: "sales@elsewhere.example",
    keepCopy: false,
  }),
  changeMailAccountPassword: () => ({ password: "quiet harbor lantern", revokeAppPasswords: true }),
  createMailAppPassword: () => ({ label: "Phone" }),
  createMailAlias: () => ({ fromAddress: `sales@${domainName}`, toAddress: "sales@elsewhere.example" }),
  createZone: () => ({ name: domainName, zoneFile: "www A 192.0.2.1\n", dryRun: true }),
  deleteZone: () => ({ confirmName: "example.net" }),
  changeRecords: () => ({ changes: [recordSet({ action: "set" })], message: "New server", dryRun: true }),
  replaceRecords: () => ({ records: [recordSet()], allowRemovals: 1, message: "All", dryRun: true }),
  importRecords: () => ({ zoneFile: "www A 192.0.2.1\n", mode: "merge", message: "File", dryRun: true }),
  restoreZoneVersion: () => ({ message: "Back", dryRun: true }),
  updateBillingProfile: () => ({
    company: "Example GmbH",
    address: "Linienstraße 12",
    countryCode: "DE",
    vatId: "DE123456789",
  }),
  refundForOperator: () => ({
    lineIds: ["orl_01k3v2m8q4f7x9b0c1d2e3f4g5"],
    allocation: [{ lineId: "orl_01k3v2m8q4f7x9b0c1d2e3f4g5", amountCents: 100 }],
    keepGoods: true,
    reason: "Known customer",
    dryRun: true,
  }),
  releaseForOperator: () => ({ reason: "Known customer" }),
  acceptDispute: () => ({ reason: "Known customer" }),
  declineRefund: () => ({ reason: "Already returned" }),
  requestRefund: () => ({ lineIds: ["orl_01k3v2m8q4f7x9b0c1d2e3f4g5"], reason: "Bought twice" }),
  retryRefund: () => ({ settledBy: "other", reason: "Bank transfer" }),
  refundPayment: () => ({ amountCents: 100, lineIds: ["orl_01k3v2m8q4f7x9b0c1d2e3f4g5"], dryRun: true }),
  settleOrder: () => ({
    paymentMethodId: "pmt_01k3v2m8q4f7x9b0c1d2e3f4g5",
    hosted: true,
    returnUrl: `${api.panelOrigin}/payments`,
  }),
  placeOrder: () => ({
    lines: [
      {
        kind: "registration",
        name: "not-had-yet.com",
        years: 1,
        contacts: { registrantId },
        nameservers: servers(),
        autoRenew: true,
        whoisPrivacy: true,
        expectedPriceCents: 1188,
      },
    ],
    paymentMethodId: "pmt_01k3v2m8q4f7x9b0c1d2e3f4g5",
    hosted: false,
    returnUrl: `${api.panelOrigin}/payments`,
    expectedTotalCents: 1188,
    dryRun: true,
  }),
  payOrder: () => ({
    paymentMethodId: "pmt_01k3v2m8q4f7x9b0c1d2e3f4g5",
    hosted: true,
    returnUrl: `${api.panelOrigin}/payments`,
  }),
  retryRenewals: () => ({ orderIds: ["ord_01k3v2m8q4f7x9b0c1d2e3f4g5"], dryRun: true }),
  createPaymentMethod: () => ({ returnUrl: `${api.panelOrigin}/payments` }),
  updatePaymentMethod: () => ({ default: true }),
  createWebhookEndpoint: () => ({
    url: "https://hooks.example.com/in",
    events: ["*"],
    description: "",
    tags: ["billing"],
    ordered: true,
  }),
  snoozeAttention: () => ({ until: new Date(Date.now() + 86_400_000).toISOString() }),
  sendWebhookTestEvent: () => ({ type: "domain.expired" }),
  rotateWebhookSecret: () => ({ overlapSeconds: 3600 }),
  verifyTotp: () => ({ code: "123456", trustDevice: true }),
  verifyBackupCode: () => ({ code: "abcd-efgh-ijkl-mnop", trustDevice: true }),
  confirmSecondFactor: () => ({ code: "123456" }),
  disableSecondFactor: () => ({ code: "123456" }),
  stepUp: () => ({ password: "not the password", code: "123456" }),
  changePassword: () => ({ currentPassword: "not the password", newPassword: "a password for later" }),
  requestPasswordReset: () => ({ email: "unknown@people.test" }),
  resetPassword: () => ({ token: noToken, newPassword: "a password for later" }),
  requestEmailChange: () => ({ newEmail: "another@people.test" }),
  confirmEmailChange: () => ({ token: noToken }),
  readSharedMailDns: () => ({ token: noToken }),
  readMailForwarding: () => ({ token: noToken }),
  confirmMailForwarding: () => ({ token: noToken }),
  stopMailForwarding: () => ({ token: noToken }),
  readInvitation: () => ({ id: noInvitation, token: noToken }),
  acceptInvitation: () => ({
    id: noInvitation,
    token: noToken,
    name: "Ada",
    password: "a password for later",
    language: "de",
  }),
  updateProfile: () => ({ name: "Ada", language: "de" }),
  updateNotificationSettings: () => ({ topics: { expiry: "digest" } }),
  updateWorkspace: () => ({ name: "Another name", language: "de", defaultNameservers: ["ns1.example.net"] }),
  updateMember: () => ({ role: "member", domainNames: [domainName] }),
  transferOwnership: () => ({ memberId: "mbr_01k3v2m8q4f7x9b0c1d2e3f4g5" }),
  createInvitation: () => ({ email: "guest@people.test", role: "member", domainNames: [domainName] }),
  createApiKey: () => ({
    name: "Key",
    scopes: ["domains:read"],
    domainNames: [domainName],
    ipRanges: ["192.0.2.0/24"],
    monthlyLimitCents: 5000,
    expiresAt: "2999-01-01T00:00:00.000Z",
  }),
  updateApiKey: () => ({ name: "Key", ipRanges: ["192.0.2.0/24"] }),
  rollApiKey: () => ({ overlapSeconds: 0, expiresAt: "2999-01-01T00:00:00.000Z" }),
  updateWebhookEndpoint: () => ({
    url: "https://hooks.example.com/in",
    events: ["*"],
    description: "",
    tags: ["billing"],
    ordered: false,
  }),
  startWebhookCatchUp: () => ({
    since: "2026-01-01T00:00:00.000Z",
    until: "2026-01-02T00:00:00.000Z",
    ratePerSecond: 10,
    dryRun: true,
  }),
  reactivateWebhookEndpoint: () => ({ catchUp: true }),
};

const wrongValues: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  9_007_199_254_740_992,
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202e\u0007\r\n",
  "' or 1=1 --",
  "../../etc/passwd",
  "%00",
  "a".repeat(10_000),
  [],
  [null],
  ["a\u0000b"],
  {},
  { toString: "x" },
];

function filled(path: string): string {
  const place = Object.keys(ids).find((start) => path.startsWith(start));
  const id = (place && ids[place]) ?? endpointId;
  return path
    .replace(/\{(?:zoneN|n)ame\}/, domainName)
    .replace("{version}", "1")
    .replace("{domainName}", domainName)
    .replace("{id}", id);
}

function fieldsOf({ requestBody }: Described): string[] {
  const schema = requestBody?.content["application/json"]?.schema as { $ref?: string; properties?: object };
  const found = schema.$ref ? description.components.schemas[schema.$ref.split("/").at(-1) ?? ""] : schema;
  return Object.keys((found as { properties?: object })?.properties ?? {});
}

/** Each field with each value, or so few of both that none is left out. The first pair moves on with `turn`. */
function pairsOf<Value>(
  fields: readonly string[],
  values: readonly Value[],
  turn: number,
): [string, Value][] {
  const count = Math.max(fields.length, values.length);
  return fields.length === 0 || asksAll
    ? fields.flatMap((field) => values.map((value): [string, Value] => [field, value]))
    : Array.from({ length: count }, (_, index) => [
        fields[index % fields.length] as string,
        values[(index + turn) % values.length] as Value,
      ]);
}

const withBody = describedOperations.filter(({ operation }) => operation.requestBody);
const withQuery = describedOperations.flatMap((described) => {
  const names = described.operation.parameters?.filter((parameter) => parameter.in === "query") ?? [];
  return names.length > 0 ? [{ ...described, names: names.map(({ name }) => name ?? "") }] : [];
});

/** Fields that stand in for another one of the valid body. */
const alternatives: Record<string, string[]> = { createMailAlias: ["toAddresses"] };

it("has a valid body for every operation that takes one, with every described field", () => {
  const described = withBody.map(({ operation }) => [operation.operationId, fieldsOf(operation)] as const);
  expect(described.map(([id]) => id).sort()).toEqual(Object.keys(rightBodies).sort());
  for (const [id, fields] of described) {
    const needed = fields.filter((field) => field !== "active" && !alternatives[id]?.includes(field));
    expect([id, needed.sort()]).toEqual([id, Object.keys(rightBodies[id]?.() ?? {}).sort()]);
  }
});

describe("a body with one invalid field", () => {
  it.each(withBody.map((described, turn) => [described.operation.operationId, described, turn] as const))(
    "never causes an internal error in %s",
    async (id, { method, path, operation }, turn) => {
      for (const [field, value] of pairsOf(fieldsOf(operation), wrongValues, turn)) {
        const body = { ...rightBodies[id]?.(), [field]: value };
        const cookie = cookieFor(path);
        const answer = await api.call({ method, path: filled(path), cookie, body });
        const isOurs = answer.status >= 500 && answer.json.code !== "provider_not_configured";
        expect({ field, value, ours: isOurs }).toEqual({ field, value, ours: false });
      }
    },
  );
});

describe("a body with an odd value", () => {
  // Sets the place, such as `/nameservers/*/host`, in a copy of a valid body.
  function withValue(body: unknown, [step, ...rest]: string[], value: string): unknown {
    if (step === undefined) {
      return value;
    }
    if (step === "*") {
      return [withValue(Array.isArray(body) ? body[0] : undefined, rest, value)];
    }
    const before = (body ?? {}) as Record<string, unknown>;
    // Without the field, the body has an alternative to it.
    return { ...(step in before && before), [step]: withValue(before[step], rest, value) };
  }
  /** For a field that only another alternative of the valid body has. */
  const otherBodies: Record<string, () => unknown> = {
    "placeOrder /lines/*/domainName": () => ({ lines: [{ kind: "mail_plan", domainName, planSlug: "pro" }] }),
  };
  const bodies = new Map(allOperations.map(({ operationId, body }) => [operationId, body]));
  const places = withBody.flatMap(({ method, path, operation: { operationId: id } }) => {
    const schema = bodies.get(id);
    return (schema ? textFieldsOf(schema) : []).flatMap(({ kind, path: place }) =>
      kind !== undefined && (kind !== "text" || isForPeople(`${id} ${place}`))
        ? [{ id, method, path, kind, place }]
        : [],
    );
  });

  const placesOf = (kind: FieldKind) => places.filter((place) => place.kind === kind);
  const minimum = 3;
  it.each(places.map((place) => ({ ...place, turn: placesOf(place.kind).indexOf(place) })))(
    "is refused with a pointer to the field: $id $place",
    async ({ id, method, path, kind, place, turn }) => {
      const field = place.replaceAll("*", "0");
      const right = otherBodies[`${id} ${place}`] ?? rightBodies[id] ?? (() => undefined);
      const refused = oddValues[kind].filter(([, stored]) => stored === null);
      const count = Math.max(minimum, Math.ceil(refused.length / placesOf(kind).length));
      for (const [typed] of inTurn(refused, turn, count)) {
        const body = withValue(right(), place.split("/").slice(1), typed);
        const cookie = cookieFor(path);
        const { status, json } = await api.call({ method, path: filled(path), cookie, body });
        const pointers = (json?.errors ?? []).map(({ pointer }: { pointer: string }) => pointer);
        expect({ typed, status, pointers }).toEqual({
          typed,
          status: 422,
          pointers: expect.arrayContaining([field]),
        });
      }
    },
  );

  it("is stored in its one form", async () => {
    const { cookie } = workspace.owner;
    const form = { email: "email", phone: "phone", name: "text" } as const;
    for (const [field, kind] of Object.entries(form)) {
      for (const [typed, stored] of oddValues[kind].filter(([, stored]) => stored !== null)) {
        const body = { ...person(), [field]: typed };
        const { status, json } = await api.call({ method: "POST", path: "/contacts", cookie, body });
        expect({ typed, status, stored: json[field] }).toEqual({ typed, status: 201, stored });
      }
    }
  });
});

describe("an unexpected body", () => {
  const withoutBody = describedOperations.filter(
    ({ method, path, operation }) =>
      method !== "GET" && !operation.requestBody && !/^\/(auth|sandbox)\//.test(path),
  );
  it.each(withoutBody.map((described) => [described.operation.operationId, described] as const))(
    "is rejected by %s, which does nothing",
    async (_, { method, path }) => {
      const cookie = cookieFor(path);
      const answer = await api.call({ method, path: filled(path), cookie, body: { dryRun: true } });
      expect([404, 422]).toContain(answer.status);
    },
  );

  it("is reported field by field", async () => {
    const path = `/domains/${domainName}/auth-code`;
    const { cookie } = workspace.owner;
    const answer = await api.call({ method: "POST", path, cookie, body: { dryRun: true } });
    expect([answer.status, answer.json.errors]).toEqual([
      422,
      [{ pointer: "/dryRun", message: "Unknown field." }],
    ]);
  });
});

describe("a query with one invalid parameter", () => {
  const texts = wrongValues.filter((value) => typeof value === "string");
  it.each(withQuery.map((described, turn) => [described.operation.operationId, described, turn] as const))(
    "never causes an internal error in %s",
    async (_, { method, path, names }, turn) => {
      for (const [name, value] of pairsOf(names, texts, turn)) {
        const query = new URLSearchParams({ [name]: value.slice(0, 4000) });
        const target = `${filled(path)}?${query}`;
        const answer = await api.call({ method, path: target, cookie: cookieFor(path) });
        expect({ name, value, ours: answer.status >= 500 }).toEqual({ name, value, ours: false });
      }
    },
  );
});

describe("a query that can't be decoded", () => {
  const endings = ["NAME=%A0", "NAME=%", "NAME=%E0%A4", "NAME=a%00", "%A0=1&NAME"];
  it.each(withQuery.map((described, turn) => [described.operation.operationId, described, turn] as const))(
    "never causes an internal error in %s",
    async (_, { method, path, names }, turn) => {
      for (const [name, ending] of pairsOf(names, endings, turn)) {
        const query = ending.replace("NAME", name);
        const target = `${filled(path)}?${query}`;
        const answer = await api.call({ method, path: target, cookie: cookieFor(path) });
        expect({ query, ours: answer.status >= 500 }).toEqual({ query, ours: false });
      }
    },
  );
});

describe("a path with an invalid part", () => {
  const withPart = describedOperations.filter(({ path }) => path.includes("{"));
  const invalidParts = [
    "%A0",
    "%",
    "%E0%A4",
    "%C3%28.com",
    "%00",
    "a%00.com",
    "%20",
    "..%2f..",
    "%F0%9F%92%A9.com",
    "a".repeat(4000),
    "null",
    "*",
  ];
  it.each(withPart.map((described, turn) => [described.operation.operationId, described, turn] as const))(
    "never causes an internal error in %s",
    async (id, { method, path }, turn) => {
      for (const part of inTurn(invalidParts, turn, 3)) {
        const target = path.replace(/\{\w+\}/, part);
        const cookie = cookieFor(path);
        const answer = await api.call({ method, path: target, cookie, body: rightBodies[id]?.() });
        expect({ part: part.slice(0, 20), status: answer.status }).toEqual({
          part: part.slice(0, 20),
          status: expect.toBeOneOf([404, 422]),
        });
      }
    },
  );
});

it.each(["/%A0", "/domains/%A0/nothing", "/auth/%A0", "/mail/%", "/.well-known/%FF"])(
  "a path that can't be decoded is a problem document, 404: %s",
  async (path) => {
    const { status, json } = await api.call({ method: "GET", path, cookie: workspace.owner.cookie });
    expect([status, json?.status]).toEqual([404, 404]);
  },
);
