import { messagesLayout } from "@/i18n/messages.tsx";

export default messagesLayout("domains");
