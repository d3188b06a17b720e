import type { Language } from '@ruam/contract/errors/catalog.ts'
import { locations } from '@ruam/contract/platform/locations.ts'
import { implement } from '../http/implement.ts'
import { districts, provinces, regions } from './locations.ts'

export const locationRoutes = implement(locations, {
  regions: ({ language }) => answerOf(regions, language),

  provinces: ({ query: { region_id }, language }) =>
    answerOf(
      provinces.filter((province) => region_id === undefined || province.region_id === region_id),
      language,
    ),

  districts: ({ query: { province_id }, language }) =>
    answerOf(
      districts.filter((district) => district.province_id === province_id),
      language,
    ),
})

/** Each with its name in the caller's language, in that language's order. */
function answerOf<T extends { name_th: string; name_en: string }>(places: readonly T[], language: Language) {
  const collator = new Intl.Collator(language)
  const data = places
    .map((place) => ({ ...place, name: place[`name_${language}`] }))
    .toSorted((a, b) => collator.compare(a.name, b.name))
  return { data, total: data.length }
}
