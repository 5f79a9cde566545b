import type messages from "@messages/en.json";

declare module "next-intl" {
  type AppConfig = {
    Locale: "en";
    Messages: typeof messages;
  };
}
