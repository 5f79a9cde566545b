import { NarrowPage } from "@/ui/frame/narrow-page.tsx";
import { Surface } from "@/ui/frame/surface.tsx";
import { InvalidLink } from "./_parts/invalid-link.tsx";

export default function NotFound() {
  return (
    <NarrowPage>
      <Surface>
        <InvalidLink isIncomplete={false} />
      </Surface>
    </NarrowPage>
  );
}
