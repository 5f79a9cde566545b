import type { CurrentSession } from "@zonepost/schema";
import { publicId } from "../../kernel/ids.ts";

/** A person as callers see them, whatever else the row holds. */
export function publicUser(row: {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean;
  image: string | null;
}): CurrentSession["user"] {
  const { id, email, name, emailVerified, image } = row;
  return { id: publicId("usr", id), email, name, emailVerified, image };
}
