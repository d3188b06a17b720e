import type { callsOf } from '../calls.ts'
import { agreementPlaces } from './agreement.ts'
import { dataSourcePlaces } from './data-sources.ts'
import type { Place } from './place.ts'
import { profilePlaces } from './profiles.ts'
import { sceneOf } from './scene.ts'
import { segmentPlaces } from './segments.ts'
import { settingPlaces } from './settings.ts'
import { shellPlaces } from './shell.ts'

/** Every screen there is, over data in the language itself. */
export async function placesOf(calls: ReturnType<typeof callsOf>, language: 'th' | 'en'): Promise<Place[]> {
  const scene = await sceneOf(calls, language)
  const parts = [shellPlaces, profilePlaces, segmentPlaces, dataSourcePlaces, settingPlaces]
  // The agreement last: a page that opens just after an acceptance may still be led from it to the first screen.
  return [...parts.flatMap((placesIn) => placesIn(scene)), ...agreementPlaces(calls)]
}
