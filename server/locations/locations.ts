import districtList from './districts.json' with { type: 'json' }
import provinceList from './provinces.json' with { type: 'json' }
import regionList from './regions.json' with { type: 'json' }

export const regions: readonly (typeof regionList)[number][] = regionList
export const provinces: readonly (typeof provinceList)[number][] = provinceList

export const districts: readonly (typeof districtList)[number][] = districtList

/** True if a province with this id exists. */
export const isProvince = (id: number): boolean => provinces.some((province) => province.id === id)
