import { wordsLayout } from "@/i18n/words.tsx";

export default wordsLayout("history");
