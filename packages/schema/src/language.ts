import { z } from "zod";
import { languages } from "./vocabulary.ts";

export { languages } from "./vocabulary.ts";

export const language = z
  .enum(languages)
  .meta({ description: "A supported language, as a BCP 47 tag", examples: ["en"] });
export type Language = z.infer<typeof language>;
