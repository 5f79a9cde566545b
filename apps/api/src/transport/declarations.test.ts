import { describe, expect, it } from "vitest";
import { z } from "zod";
import { procedures } from "../../test/support/procedures.ts";
import { freshProof, freshProofOf } from "../kernel/fresh-proof.ts";
import { isPublished, type Operation } from "../kernel/http/operation.ts";
import { rights } from "../kernel/rights.ts";
import { accountOperations, authOperations } from "../modules/accounts/index.ts";
import { attentionOperations } from "../modules/attention/index.ts";
import { dnsOperations } from "../modules/dns/index.ts";
import { domainOperations } from "../modules/domains/index.ts";
import { finderOperations } from "../modules/finder/index.ts";
import { mailAuthOperations, mailOperations } from "../modules/mail/index.ts";
import { orderOperations } from "../modules/orders/index.ts";
import { paymentOperations } from "../modules/payments/index.ts";
import { webhookOperations } from "../modules/webhooks/index.ts";

// The operations are only read, never called, so they need no ports.
const noPorts = {} as never;
const operations: [name: string, operation: Operation][] = [
  ...Object.entries(accountOperations(noPorts)),
  ...Object.entries(attentionOperations()),
  ...Object.entries(dnsOperations(noPorts)),
  ...Object.entries(domainOperations(noPorts)),
  ...Object.entries(finderOperations()),
  ...Object.entries(mailOperations(noPorts)),
  ...Object.entries(orderOperations(noPorts)),
  ...Object.entries(paymentOperations(noPorts)),
  ...Object.entries(webhookOperations(noPorts)),
];
const ofAuth = [...authOperations(noPorts), ...mailAuthOperations(noPorts)];
const published = operations.map(([, operation]) => operation).filter(isPublished);

const declaredProcedures = Object.entries(procedures);

const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

describe("an operation", () => {
  it.each(operations)(
    "%s has its name, an output schema and a right, or concerns only the caller",
    (name, one) => {
      expect(one.operationId).toBe(name);
      expect(one.output).toBeInstanceOf(z.ZodType);
      if (one.right === null) {
        expect(one.sessionOnly).toBe(true);
      } else {
        expect(rights).toContain(one.right);
      }
    },
  );

  it("is for operators if and only if it is below /operator, and needs a session", () => {
    const forOperators = published.filter(({ isForOperators }) => isForOperators);
    const below = published.filter(({ path }) => path.startsWith("/operator/"));
    expect(forOperators.map(({ path }) => path)).toEqual(below.map(({ path }) => path));
    expect(forOperators.length).toBeGreaterThan(5);
    expect(forOperators.every(({ sessionOnly }) => sessionOnly)).toBe(true);
    const procedureOfOperators = declaredProcedures.filter(([name]) => name.startsWith("operator."));
    for (const [name, { _def }] of procedureOfOperators) {
      const [, operation] = operations.find(([id]) => id === _def.meta?.operationId) ?? [];
      expect([name, operation?.isForOperators]).toEqual([name, true]);
    }
  });

  it.each(published.map((one) => [one.operationId, one] as const))(
    "%s has a schema for exactly the parameters in its path",
    (_name, { path, parameters }) => {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(fieldsOf(parameters).sort()).toEqual(inPath.sort());
    },
  );

  it.each(operations)("%s has no duplicate field name in path, query and body", (_name, one) => {
    const names = [one.parameters, one.query, one.body].flatMap(fieldsOf);
    expect(names).toEqual([...new Set(names)]);
  });

  it("has a unique operationId, and a unique method and path", () => {
    const ids = [...operations.map(([, one]) => one), ...ofAuth].map(({ operationId }) => operationId);
    const places = [...published, ...ofAuth].map(({ method, path }) => `${method} ${path}`);
    expect(ids).toEqual([...new Set(ids)]);
    expect(places).toEqual([...new Set(places)]);
  });
});

/** The names of all fields of a response that are texts or lists, at any depth. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) {
    return [];
  }
  const { properties = {} } = schema as { properties?: Record<string, { type?: string }> };
  const own = Object.entries(properties).filter(([, { type = "string" }]) => /string|array/.test(type));
  return [...own.map(([name]) => name), ...Object.values(schema).flatMap(namesIn)];
}

describe("a secret in a response", () => {
  const secretName = /secret$|^password|password(Once)?$|token$|authCode$|^key$|(?<!country)codes$/i;

  it.each(published.map((one) => [one.operationId, one] as const))(
    "%s declares it as shown once, since other long responses are compressed",
    (_name, { output, describedOutput, method, onceOnlyFields = [] }) => {
      const schema = z.toJSONSchema(describedOutput ?? output, { io: "output", unrepresentable: "any" });
      const secrets = [...new Set(namesIn(schema))].filter((name) => secretName.test(name));
      expect(secrets.filter((name) => !onceOnlyFields.includes(name))).toEqual([]);
      // A GET can be repeated, so it never has one.
      expect(method === "GET" ? onceOnlyFields : []).toEqual([]);
    },
  );
});

describe("an operation of /auth", () => {
  it.each(ofAuth.map((one) => [one.operationId, one] as const))(
    "%s has an output schema and an access",
    (_name, one) => {
      expect(one.output).toBeInstanceOf(z.ZodType);
      expect(["open", "half", "full"]).toContain(one.access);
    },
  );
});

describe("fresh proof", () => {
  const calledAsMutation = declaredProcedures
    .filter(([, { _def }]) => _def.type === "mutation")
    .flatMap(([, { _def }]) => _def.meta?.operationId ?? []);
  // Panel operations that only compute something from a longer input than a query can have.
  const previews = [
    "previewDomainBatch",
    "previewOrder",
    "previewRefund",
    "previewRefundForOperator",
    "previewRegistration",
    "previewRenewal",
    "previewRestore",
    "previewDeletion",
    "previewTransferIn",
    "previewZone",
    "previewRecordChanges",
    "previewRecordImport",
    "previewZoneRestore",
  ];

  /** Each returns a copy of all that there is about someone. */
  const provenReads = ["exportOwnData"];

  it("has a rule for exactly the mutations of REST, tRPC and /auth, and for reads that need one", () => {
    const published = [...operations.map(([, one]) => one).filter(isPublished), ...ofAuth]
      .filter(({ method }) => method !== "GET")
      .map(({ operationId }) => operationId);
    const mutations = new Set([...published, ...calledAsMutation]);
    for (const preview of previews) {
      expect(mutations.delete(preview)).toBe(true);
    }
    expect(Object.keys(freshProof).sort()).toEqual([...mutations, ...provenReads].sort());
  });

  it("is never required of an open operation, which has no session", () => {
    const open = ofAuth.filter(({ access }) => access === "open").map(({ operationId }) => operationId);
    const proofs = new Set(open.map((operationId) => freshProofOf(operationId)?.proof));
    expect([...proofs].sort()).toEqual(["not_required", undefined]);
  });

  it("is required of every change of the operator", () => {
    const ofOperator = operations
      .map(([, one]) => one)
      .filter((one) => isPublished(one) && one.method !== "GET" && one.path.startsWith("/operator/"));
    for (const { operationId } of ofOperator) {
      expect([operationId, freshProofOf(operationId)?.proof]).toEqual([operationId, "required"]);
    }
  });
});

describe("a procedure", () => {
  const known = new Map(operations);
  // The only procedures without a REST operation outside /auth, because they read the session itself.
  const own = ["session.current"];

  it.each(declaredProcedures.filter(([name]) => !own.includes(name)))(
    "%s is derived from an operation",
    (_name, { _def }) => {
      const operation = known.get(_def.meta?.operationId ?? "");
      expect(operation?.right).toBe(_def.meta?.right);
      if (operation && isPublished(operation) && operation.method === "GET") {
        expect(_def.type).toBe("query");
      }
    },
  );

  it("exists for each panel-only operation", () => {
    const reached = declaredProcedures.map(([, { _def }]) => _def.meta?.operationId);
    const ofPanel = operations.filter(([, one]) => !isPublished(one)).map(([name]) => name);
    expect(ofPanel.length).toBeGreaterThan(5);
    expect(reached).toEqual(expect.arrayContaining(ofPanel));
  });
});
