import type { callsOf } from '../calls.ts'
import { agreementScreens } from './agreement.ts'
import { counterScreens } from './counter.ts'
import { dataSourceScreens } from './data-sources.ts'
import { passkeyScreens } from './passkeys.ts'
import type { Screen } from './place.ts'
import { profileScreens } from './profiles.ts'
import { sceneOf } from './scene.ts'
import { segmentScreens } from './segments.ts'
import { settingScreens } from './settings.ts'
import { shellScreens } from './shell.ts'

/** Every screen there is, over data in the language itself. */
export async function screensOf(calls: ReturnType<typeof callsOf>, language: 'th' | 'en'): Promise<Screen[]> {
  const scene = await sceneOf(calls, language)
  const customers = [counterScreens, profileScreens, segmentScreens]
  const parts = [shellScreens, passkeyScreens, ...customers, dataSourceScreens, settingScreens]
  // The agreement last: a page that opens just after an acceptance may still be led from it to the first screen.
  return [...parts.flatMap((placesIn) => placesIn(scene)), ...agreementScreens(calls)]
}
