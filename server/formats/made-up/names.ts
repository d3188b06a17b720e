/** A name in Thai and as an e-mail address would spell it. */
export interface MadeUpName {
  th: string
  en: string
}

const namesOf = (list: string): MadeUpName[] =>
  list
    .trim()
    .split(/\s*,\s*/)
    .map((pair) => {
      const [th, en] = pair.split(' ')
      return { th: th!, en: en! }
    })

/** Given names by who bears them: those over forty and those under. */
export const firstNames = {
  male: {
    older: namesOf(`
      สมชาย somchai, สมศักดิ์ somsak, สมบัติ sombat, สมพงษ์ sompong, สมหมาย sommai, สมเกียรติ somkiat, สมคิด somkid,
      ประเสริฐ prasert, ประสิทธิ์ prasit, ประยูร prayoon, ประวิทย์ prawit, ประทีป prateep, วิชัย wichai, วิเชียร wichian,
      วิโรจน์ wirot, วิรัตน์ wirat, วินัย winai, สุรชัย surachai, สุรพล surapol, สุรศักดิ์ surasak, สุเทพ suthep,
      สุชาติ suchart, สุวิทย์ suwit, บุญมี boonmee, บุญส่ง boonsong, บุญเลิศ boonlert, ชาญชัย chanchai, ชูชาติ choochart,
      ชัยวัฒน์ chaiwat, เกรียงไกร kriangkrai, เกษม kasem, กิตติ kitti, ไพโรจน์ pairoj, ไพบูลย์ paiboon, พงษ์ศักดิ์ pongsak,
      มานพ manop, มนตรี montri, มานิตย์ manit, ธวัชชัย thawatchai, ธีระ theera, อำนาจ amnat, อนันต์ anan, อุดม udom,
      อรุณ arun, ณรงค์ narong, นิพนธ์ nipon, นพดล noppadon, เฉลิม chalerm, ถาวร thaworn, ทวี tawee, ทองใบ thongbai,
      ปรีชา preecha, ปัญญา panya, สำราญ samran, สังวาลย์ sangwan, เสกสรร seksan, รังสรรค์ rangsan, ยุทธนา yutthana`),
    younger: namesOf(`
      ณัฐพล nattapon, ณัฐวุฒิ nattawut, ณัฐพงษ์ nattapong, ธนพล thanapon, ธนวัฒน์ thanawat, ธนกฤต thanakrit,
      ธนากร thanakorn, ธีรภัทร theerapat, ธีรเดช theeradet, ภาณุพงศ์ panupong, ภูวดล phuwadon, ภูมิพัฒน์ phumiphat,
      พีรพัฒน์ peerapat, พีรวิชญ์ peerawit, พชร patchara, พงศกร pongsakorn, พิพัฒน์ pipat, กฤษณะ kritsana, กฤตเมธ kritmet,
      กันตพงศ์ kantapong, กิตติศักดิ์ kittisak, เกียรติศักดิ์ kiattisak, จิรายุ jirayu, จักรพันธ์ jakkapan, เจษฎา jesada,
      ชนาธิป chanathip, ชยพล chayapon, ชานนท์ chanon, ฐิติพงศ์ thitipong, ณภัทร napat, ดนัย danai, ทัพพ์ tap,
      ทศพร totsaporn, ธนโชติ thanachot, นนทวัฒน์ nontawat, นราธิป narathip, นฤเบศร์ naruebet, ปฏิพล patipon, ปกรณ์ pakorn,
      ปวริศ pawarit, ปิยะพงษ์ piyapong, ปัณณวิชญ์ pannawit, ภควัต pakawat, ภานุวัฒน์ panuwat, รัชชานนท์ ratchanon,
      รัฐพล rattapon, วรเมธ worramet, วรวุฒิ worawut, วีรภาพ weerapap, ศุภกร supakorn, ศุภชัย supachai, ศิวกร siwakorn,
      สิรวิชญ์ sirawit, สรวิศ sorawit, อภิสิทธิ์ apisit, อภิชาติ apichart, อนุชา anucha, อัครพล akarapon, อิทธิพล ittipon`),
  },
  female: {
    older: namesOf(`
      สมศรี somsri, สมใจ somjai, สมจิตร somjit, สมพร somporn, สมบูรณ์ somboon, สุนีย์ sunee, สุภาพ supap, สุภาพร supaporn,
      สุดา suda, สุมาลี sumalee, สุรีย์ suree, บุญเรือน boonruen, บุญช่วย boonchuay, ประนอม pranom, ประไพ prapai,
      มาลี malee, มะลิ mali, มณี manee, มยุรี mayuree, วันดี wandee, วันเพ็ญ wanpen, วาสนา wasana, วิไล wilai,
      วิภา wipa, วรรณา wanna, วราภรณ์ waraporn, อรุณี arunee, อารีย์ aree, อำพร amporn, อุไร urai, อุบล ubon, ลำดวน lamduan,
      ลัดดา ladda, ละออง laong, เรณู renu, รัตนา rattana, รุ่งทิพย์ rungtip, จันทร์เพ็ญ janpen, จินตนา jintana,
      จำเนียร jamnian, ฉวีวรรณ chaweewan, ชลอ chalor, ดวงใจ duangjai, ดารุณี darunee, ทองดี thongdee, ทัศนีย์ tassanee,
      นงลักษณ์ nonglak, นงเยาว์ nongyao, นิตยา nittaya, เบญจวรรณ benjawan, ปราณี pranee, เพ็ญศรี pensri, พรทิพย์ porntip,
      พิมพา pimpa, กัลยา kanlaya, กาญจนา kanjana, กัญญา kanya, ยุพิน yupin, ศิริพร siriporn, แสงเดือน saengduan`),
    younger: namesOf(`
      ณัฐธิดา nattida, ณัฐกานต์ nattakarn, ณัฐณิชา nattanicha, ธนพร thanaporn, ธัญญารัตน์ thanyarat, ธิดารัตน์ tidarat,
      พิชญา pitchaya, พิมพ์ชนก pimchanok, พิมพ์มาดา pimmada, พรนภา pornnapa, พัชราภา patchrapa, เพชรลดา petchlada,
      ภัทราพร pattraporn, ภัทรวดี pattarawadee, มนัสนันท์ manatsanan, เมธาวี methawee, มุทิตา mutita, กมลชนก kamonchanok,
      กนกวรรณ kanokwan, กัญญารัตน์ kanyarat, กานต์ธิดา kantida, กชกร kotchakorn, เกวลิน kewalin, ขวัญชนก khwanchanok,
      จิราภรณ์ jiraporn, จุฑามาศ jutamas, เจนจิรา jenjira, ชนิดา chanida, ชลธิชา chonticha, ชญานิศ chayanit,
      ชุติมา chutima, ญาณิศา yanisa, ญาดา yada, ฐิติมา titima, ณิชา nicha, ดวงกมล duangkamon, ทิพย์สุดา tipsuda,
      ธมลวรรณ tamonwan, นภัสสร napatsorn, นันทิชา nanticha, นิชาภา nichapa, บัณฑิตา bantita, เบญจมาศ benjamat, ปาริชาติ parichat,
      ปวีณา paweena, ปิยธิดา piyatida, ปุณยาพร punyaporn, แพรวา praewa, ฟ้าใส fahsai, รุ่งนภา rungnapa, วริศรา warisara,
      ศศิธร sasitorn, ศิรินภา sirinapa, สุทธิดา suttida, สุภัสสรา supatsara, สิริกร sirikorn, อรวรรณ orawan, อาทิตยา artitaya,
      อภิญญา apinya, ไอลดา ailada`),
  },
} as const

/** First parts of family names. Combining parts gives many names that belong to no particular person. */
const beginnings = namesOf(`
  ศรี sri, ทอง thong, แก้ว kaew, บุญ boon, สุข suk, วงศ์ wong, พงษ์ pong, แสง saeng, เจริญ charoen, รัตน rattana,
  มงคล mongkon, จันทร์ chan, คำ kam, ชัย chai, พูล poon, มั่น man, อินทร์ in, เพชร petch, พรหม prom, ปาน pan, ไชย chaiya,
  นาค nak, สิงห์ sing, เกตุ ket, กลิ่น klin, สาย sai, ขวัญ kwan, ใจ jai, นิล nin, วิเศษ wiset`)
const endings = namesOf(`
  สุข suk, ทอง thong, แก้ว kaew, มณี manee, ประเสริฐ prasert, วงศ์ wong, งาม ngam, สวัสดิ์ sawat, เจริญ charoen, ดี dee,
  ไพศาล paisan, ศักดิ์ sak, รักษ์ rak, พันธ์ pan, มาศ mat, ใส sai, คำ kam, ภักดี pakdee, สว่าง sawang, ชัย chai,
  สกุล sakun, กิจ kit, ผล pon, ศิริ siri, วัฒนา wattana, โสภา sopa, เลิศ lert, สมบัติ sombat, ยิ่ง ying, อุดม udom`)
const whole = namesOf(`
  ใจดี jaidee, ใจงาม jaingam, รักไทย rakthai, รักดี rakdee, มั่นคง mankong, มีสุข meesuk, อยู่เย็น yooyen, อ่อนหวาน onwan,
  พึ่งบุญ pungboon, ดวงดี duangdee, สายทอง saithong, สุขสันต์ suksan, ชื่นใจ chuenjai, แซ่ลิ้ม saelim, แซ่ตั้ง saetang,
  แซ่โค้ว saekow, ยอดเยี่ยม yodyiam, ทุ่งสง่า tungsanga, บ้านใหม่ banmai, นาดี nadee, ริมน้ำ rimnam, เนินทราย nernsai`)

export const familyNames: readonly MadeUpName[] = [
  ...whole,
  ...beginnings.flatMap((first) =>
    endings
      .filter((second) => second.th !== first.th)
      .map((second) => ({ th: first.th + second.th, en: first.en + second.en })),
  ),
]

export const nicknames = `แนน ฝน นุ่น แพร ปุ้ย หญิง กิ๊ฟ มด เมย์ พลอย แป้ง ฟ้า มุก นิว เนย ปอ เจน จูน อ้อม อ้อ แอน เอ้ ตาล ส้ม หมิว ออย
  แตง ตุ๊ก ต่าย ติ๊ก นก น้ำ เล็ก ใหญ่ หนุ่ม ต้น ต้อม เต้ย โต้ง โอ๊ต โอ๋ บอย เบิร์ด แบงค์ เบส บิว กอล์ฟ เก่ง กล้า เจมส์ เจ แจ็ค
  ชาย เดช ดิว นัท นนท์ ปาล์ม พีท พี ฟิล์ม ภูมิ มาร์ค แม็ก วิน เวฟ ทาม ธาม อาร์ต อั้ม อาย ไอซ์ เอิร์ธ`
  .trim()
  .split(/\s+/)
