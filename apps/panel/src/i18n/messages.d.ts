import type messages from "@messages/en.json";

declare module "next-intl" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with next-intl's own.
  interface AppConfig {
    Locale: "en";
    Messages: typeof messages;
  }
}
