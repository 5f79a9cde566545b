import { SettingsSkeleton } from "@/features/settings/settings-skeleton.tsx";

export default function Loading() {
  return <SettingsSkeleton parts={3} />;
}
