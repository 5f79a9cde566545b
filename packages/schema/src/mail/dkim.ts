import { z } from "zod";

/** A signing key is published, then signs, then only verifies mail on its way, and is deleted at last. */
export const dkimStage = z.enum(["pending", "active", "retiring", "retired"]);
export type DkimStage = z.infer<typeof dkimStage>;
