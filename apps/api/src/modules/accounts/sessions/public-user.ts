import type { CurrentSession, Language } from "@zonepost/schema";
import { publicId } from "../../../kernel/ids.ts";

export function publicUser(row: {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean;
  image: string | null;
  language: Language | null;
  twoFactorEnabled: boolean;
}): CurrentSession["user"] {
  const { id, email, name, emailVerified, image, language, twoFactorEnabled } = row;
  return { id: publicId("usr", id), email, name, emailVerified, image, language, twoFactorEnabled };
}
