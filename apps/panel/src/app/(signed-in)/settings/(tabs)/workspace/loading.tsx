import { SettingsSkeleton } from "../_parts/settings-skeleton.tsx";

export default function Loading() {
  return <SettingsSkeleton parts={3} />;
}
