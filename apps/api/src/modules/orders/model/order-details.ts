import { z } from "zod";
import { publicId } from "../../../kernel/ids.ts";
import type { OrderWithLines } from "./order-row.ts";

// What the processor stores with a charge: enough to place the order again if a restore has lost it. No secrets, names
// or addresses of people.

/** Of the processors' limits, the strictest: Stripe's 50 keys and 500 characters a value. Some keys are left to others. */
const maxPartLength = 500;
const maxParts = 40;

const line = z.strictObject({
  kind: z.enum(["registration", "renewal", "restore", "transfer_in", "mail_plan", "settlement"]),
  domainName: z.string(),
  years: z.int().nullable(),
  planSlug: z.string().nullable(),
  thing: z.string().nullable(),
  input: z.record(z.string(), z.unknown()),
  priceCents: z.int(),
  taxCents: z.int(),
  isPremium: z.boolean(),
});

const content = z.strictObject({
  actor: z.strictObject({
    kind: z.enum(["user", "api_key", "system", "registry"]),
    id: z.string().nullable(),
  }),
  origin: z.enum(["request", "renewal"]),
  domainNames: z.array(z.string()).nullable(),
  taxCents: z.int(),
  taxPercent: z.string(),
  lines: z.array(line).min(1),
});

const details = z.object({ order: z.string(), workspace: z.string(), ...content.shape });
export type OrderDetails = z.infer<typeof details>;

/** Without the lines if they are too many: the order's ID then tells the operator where to look. */
export function detailsOfOrder({ order, lines }: OrderWithLines): Record<string, string> {
  const ids = { order: publicId("ord", order.id), workspace: publicId("wsp", order.workspaceId) };
  const { actor, origin, domainNames, taxCents, taxPercent } = order;
  const text = JSON.stringify({
    actor: { kind: actor.kind, id: actor.id },
    origin,
    domainNames,
    taxCents,
    taxPercent,
    lines: lines.map((row) => ({
      kind: row.kind,
      domainName: row.domainName,
      years: row.years,
      planSlug: row.planSlug,
      thing: row.thing,
      input: row.input,
      priceCents: row.priceCents,
      taxCents: row.taxCents,
      isPremium: row.isPremium,
    })),
  } satisfies z.infer<typeof content>);
  const parts = partsOf(text);
  return parts.length > maxParts
    ? ids
    : { ...ids, ...Object.fromEntries(parts.map((part, index) => [`bought_${index}`, part])) };
}

const partsOf = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / maxPartLength) }, (_, index) =>
    text.slice(index * maxPartLength, (index + 1) * maxPartLength),
  );

/** Undefined if they don't say what was bought, such as those of an earlier version or of another program. */
export function readOrderDetails(stored: Readonly<Record<string, string>>): OrderDetails | undefined {
  const parts = Array.from({ length: maxParts }, (_, index) => stored[`bought_${index}`] ?? "");
  try {
    const bought: unknown = JSON.parse(parts.join(""));
    return details.safeParse({ ...stored, ...content.parse(bought) }).data;
  } catch {
    return undefined;
  }
}
