import { z } from "zod";

/** The languages that mails are written in, as BCP 47 tags (RFC 5646). */
export const languages = ["en", "de"] as const;
export const language = z
  .enum(languages)
  .meta({ description: "A supported language, as a BCP 47 tag", examples: ["en"] });
export type Language = z.infer<typeof language>;
