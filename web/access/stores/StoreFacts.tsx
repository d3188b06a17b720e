import type { stores } from '@ruam/contract/access/stores.ts'
import { locations } from '@ruam/contract/platform/locations.ts'
import { type Got, useRead } from '../../data/api.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useWords } from '../../data/text.ts'
import { languageChoices } from './language-choices.ts'
import styles from './Settings.module.css'
import { StorePhoto } from './StorePhoto.tsx'
import { text } from './settings-text.ts'
import { timeZoneName } from './time-zone-name.ts'

/** The store's settings for people who may not change them. */
export function StoreFacts({ store }: { store: Got<typeof stores.get> }) {
  const t = useWords(text)
  const { language } = usePreferences()
  const provinces = useRead(locations.provinces, { query: {} }, { staleTime: Number.POSITIVE_INFINITY })
  const { line, subDistrict, district, provinceId, postalCode } = store.address
  const province = provinces.data?.data.find((one) => one.id === provinceId)?.name
  const address = [line, subDistrict, district, province, postalCode].filter((part) => part).join(' ')
  const parts: { title: string; about: string; facts: [string, string | null | undefined][] }[] = [
    {
      title: t.about,
      about: t.aboutText,
      facts: [
        [t.name, store.name],
        [t.businessType, store.businessType],
        [t.taxId, store.taxId],
      ],
    },
    {
      title: t.contact,
      about: t.contactText,
      facts: [
        [t.phone, store.phone],
        [t.address, address],
      ],
    },
    {
      title: t.working,
      about: t.workingText,
      facts: [
        [t.timeZone, timeZoneName(store.timeZone, language)],
        [t.languages, t[languageChoices[store.languages.join()]!]],
        [t.era, t[store.era]],
        [t.namesInTabs, store.namesInTabs ? t.namesShown : t.namesHidden],
      ],
    },
  ]
  return (
    <>
      <div className={styles.head}>
        <StorePhoto photo={store.photo} name={store.name} />
        <h2>{store.name}</h2>
      </div>
      {parts.map(({ title, about, facts }) => (
        <section key={title} className={styles.part} aria-label={title}>
          <div>
            <h2>{title}</h2>
            <p>{about}</p>
          </div>
          <dl>
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value || <span>{t.none}</span>}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  )
}
