import { z } from "zod";

/** Parameters of form-encoded requests, where every value is a text. */
export const text = z.string().min(1).max(5000);

/** An empty text removes the value. */
export const removableText = z
  .string()
  .max(5000)
  .transform((value) => (value === "" ? null : value));

export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, "Invalid integer")
  .transform(Number);

export const flag = z
  .enum(["true", "false"], { error: "Invalid boolean" })
  .transform((value) => value === "true");

export const metadata = z.union([
  z.literal(""),
  z.record(z.string().min(1).max(40), z.string().max(500)).refine((value) => Object.keys(value).length <= 50),
]);

export const currency = z
  .string()
  .regex(/^[a-zA-Z]{3}$/, "Invalid currency")
  .transform((value) => value.toLowerCase());

/** Only cards are supported. */
export const methodTypes = z.array(z.literal("card")).min(1).max(1);

export const futureUsage = z.enum(["off_session", "on_session"]);

export const webUrl = z
  .string()
  .max(5000)
  .refine(
    (value) => /^https?:\/\//.test(value) && URL.canParse(value.replaceAll("{CHECKOUT_SESSION_ID}", "x")),
    {
      message: "Not a valid URL",
    },
  );

export const nothing = z.strictObject({});

const range = z.strictObject({
  gt: integer.optional(),
  gte: integer.optional(),
  lt: integer.optional(),
  lte: integer.optional(),
});

const created = z.union([integer.transform((value) => ({ gte: value, lte: value })), range]).optional();

const page = {
  limit: integer.pipe(z.number().min(1).max(100)).optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
};

/** The parameters of a list, with its own filters. */
export const listInput = <Filters extends z.ZodRawShape>(filters: Filters) =>
  z.strictObject({ ...page, ...filters });

/** For lists that can be filtered by the time of creation. */
export const datedListInput = <Filters extends z.ZodRawShape>(filters: Filters) =>
  z.strictObject({ ...page, created, ...filters });
