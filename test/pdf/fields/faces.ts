import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FaceFile } from '../../../src/pdf/index.ts';

const { resolve } = createRequire(import.meta.url);

const packages = {
  'Arimo-Regular': '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf',
  'NotoSansHebrew-Regular': '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  'NotoNaskhArabic-Regular': '@expo-google-fonts/noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf',
};

/** Fonts for fields, as they come from their packages. */
export const faces: FaceFile[] = Object.entries(packages).map(([name, path]) => ({
  name,
  bytes: readFileSync(resolve(path)),
}));
