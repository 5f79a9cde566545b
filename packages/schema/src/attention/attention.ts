import { z } from "zod";
import { timestamp, timestampInput } from "../primitives.ts";
import { attentionKinds, attentionSeverities } from "../vocabulary.ts";

export { attentionGroupLimit, attentionKinds, attentionSeverities } from "../vocabulary.ts";

export type AttentionKind = (typeof attentionKinds)[number];
export type AttentionSeverity = (typeof attentionSeverities)[number];

/** What a problem is about. `group`: several things of one kind. */
export const attentionSubjectTypes = [
  "domain",
  "mail_domain",
  "mail_account",
  "mail_alias",
  "forwarding",
  "webhook_endpoint",
  "payment",
  "payment_method",
  "workspace",
  "group",
] as const;
export type AttentionSubjectType = (typeof attentionSubjectTypes)[number];

/** The step that an item suggests. The panel has a word for each. */
export const attentionActions = [
  "answer_transfer",
  "change_card",
  "open_dns_records",
  "open_dnssec",
  "open_domain",
  "open_endpoint",
  "open_forwarding",
  "open_nameservers",
  "open_operation",
  "open_payment",
  "open_usage",
  "pay",
  "reactivate_endpoint",
  "renew",
  "renew_mail",
  "restore",
  "resume_mail",
  "show_all",
] as const;
export type AttentionAction = (typeof attentionActions)[number];

/** A kind, or a kind and the ID of its subject. */
const attentionId = z
  .string()
  .max(300)
  .regex(
    new RegExp(`^(?:${attentionKinds.join("|")})(?:~[A-Za-z0-9._-]+)?$`),
    "Enter the ID of an item of GET /attention.",
  )
  .meta({
    description:
      "ID of the item. It stays the same as long as the problem lasts, and is the same for everyone in the workspace.",
    examples: ["renewal_failed~example.com"],
  });

export const attentionItem = z
  .object({
    id: attentionId,
    kind: z.enum(attentionKinds),
    severity: z.enum(attentionSeverities).meta({
      description:
        "`critical`: something doesn't work, or will be lost. `warning`: it will stop working unless someone acts. `notice`: worth a look.",
    }),
    subject: z
      .object({
        type: z.enum(attentionSubjectTypes),
        id: z.string().meta({
          description: "The domain's name, or the ID of another subject. For a group, its kind.",
          examples: ["example.com"],
        }),
        name: z.string().meta({ description: "For people", examples: ["example.com"] }),
      })
      .meta({ id: "AttentionSubject" }),
    since: timestamp.meta({ description: "When it began. For a group, when the first of them began." }),
    until: timestamp.nullable().meta({
      description: "When it gets worse unless someone acts. For a group, the nearest of these times.",
    }),
    action: z
      .object({
        code: z.enum(attentionActions),
        href: z.string().meta({
          description: "Where to act in the panel: a path that begins with a slash",
          examples: ["/domains/example.com?act=renew"],
        }),
      })
      .meta({ id: "AttentionAction" }),
    explanation: z
      .object({
        code: z.string().meta({
          description: "A stable code for the situation. A kind can have several.",
          examples: ["renewal_failed"],
        }),
        message: z.string().meta({
          description: "One sentence, with a date if there is one",
          examples: ["The card was declined. The next attempt is on 7 May 2027."],
        }),
      })
      .meta({ id: "AttentionExplanation" }),
    count: z.int().min(1).meta({
      description: "More than 1 for a group: beyond five of a kind, one item stands for all of them.",
    }),
    snoozedUntil: timestamp.nullable().meta({
      description:
        "Until when you have snoozed it. Snoozed items come last, and don't count. Always null for an API key.",
    }),
  })
  .meta({ id: "AttentionItem" });
export type AttentionItem = z.infer<typeof attentionItem>;

export const attentionParameters = z.strictObject({ id: attentionId });

export const attentionQuery = z.strictObject({
  muted: z.enum(["true", "false"]).optional().meta({
    description: "`true`: only the items that you have muted. Otherwise, they aren't returned.",
  }),
});
export type AttentionQuery = z.infer<typeof attentionQuery>;

export const attentionSnoozeInput = z
  .strictObject({
    until: timestampInput.meta({
      description: "Up to a year ahead",
      examples: ["2026-03-08T09:30:00.000Z"],
    }),
  })
  .meta({ id: "AttentionSnoozeInput" });
export type AttentionSnoozeInput = z.infer<typeof attentionSnoozeInput>;
