import { Button } from '@mantine/core'
import { secondFactor } from '@ruam/contract/access/passkeys.ts'
import { stores } from '@ruam/contract/access/stores.ts'
import { locations } from '@ruam/contract/platform/locations.ts'
import { hasRole, OWNER } from '@ruam/contract/platform/permissions.ts'
import { SettingTabs } from '../../app/SettingTabs.tsx'
import { useRead } from '../../data/api.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { useMayCall } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { DeleteStore } from './DeleteStore.tsx'
import { languageChoices } from './language-choices.ts'
import { SecondFactor } from './SecondFactor.tsx'
import styles from './Settings.module.css'
import { StorePhoto } from './StorePhoto.tsx'
import { text } from './settings-text.ts'

/** Shows the store's settings. */
export function StoreSettings() {
  const t = useWords(text)
  const { id, rights } = useStore()
  const mayEdit = useMayCall(stores.update)
  const maySeeFactor = useMayCall(secondFactor.get)
  const read = useRead(stores.get, { params: { id } })
  const provinces = useRead(locations.provinces, { query: {} }, { staleTime: Number.POSITIVE_INFINITY })
  const store = read.data
  if (!store) {
    return (
      <>
        <SettingTabs />
        {read.error ? <Unread read={read} /> : <Bones />}
      </>
    )
  }
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
        [t.timeZone, store.timeZone],
        [t.languages, t[languageChoices[store.languages.join()]!]],
        [t.era, t[store.era]],
        [t.namesInTabs, store.namesInTabs ? t.namesShown : t.namesHidden],
      ],
    },
  ]
  return (
    <>
      <SettingTabs />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={styles.scroll} tabIndex={0}>
        <div className={styles.page}>
          <div className={styles.head}>
            <StorePhoto photo={store.photo} name={store.name} />
            <h2>{store.name}</h2>
            {mayEdit && (
              <Button variant="filled" component={RouteLink} to="setting-store-edit">
                {t.edit}
              </Button>
            )}
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
          <section className={styles.part} aria-label={t.agreement}>
            <h2>{t.agreement}</h2>
            <RouteLink to="dpa" className={styles.way}>
              {t.agreementRead}
            </RouteLink>
          </section>
          {maySeeFactor && <SecondFactor />}
          {hasRole(rights, OWNER) && <DeleteStore name={store.name} />}
        </div>
      </div>
    </>
  )
}
