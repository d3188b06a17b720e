const words = (list: string) => list.trim().split(/\s+/)

/** Two members make most Thai given names: any of these, with any of the ones that end a name. */
export const thaiBeginnings = words(`
  กนก กมล กชกร กฤต กฤษ กฤษณ กัญ กันต กานต กิตติ กิติ กัลย เกียรติ กุล ขวัญ คม จักร จักรพันธ์ จันทร์ จารุ จิต จิตร จิรา จิร จิระ จุฑา เจต เจน ฉัตร
  ชน ชนิ ชย ชยา ชล ชลิ ชวัล ชัชวาล ชัย ชาญ ชาติ ชิน ชิต ชุติ ชู โชติ ญาณ ฐ ฐิติ ฐาน ณ ณัฐ ณัฏฐ ณภัส ดวง ดุจ ดารา เดช ตรี ทรง ทศ ทอง ทัศ ทิพย์ เทพ เทวา
  ธน ธนา ธนิ ธมล ธร ธวัช ธัญ ธาร ธิดา ธีร ธีระ นง นท นนท นร นรา นฤ นวล นันท นันท์ นัท น้ำ นิ นิจ นิธิ เนตร บวร บุญ บุษ เบญจ เบญ ประ ปรีดา ปรียา ปวีณ
  ปัณณ ปัทม ปาน ปาริ ปิติ ปิย ปิยะ ปุญ ปุณย พง พงศ พงษ์ พจ พชร พนิ พร พรรณ พล พัชร พัชรา พัฒน พันธ์ พิ พิช พิชญ พิทักษ์ พิพัฒน์ พิมพ์ พิมล พิศ พีร พีระ
  พูน เพ็ญ เพชร ไพ ภคิน ภัค ภัทร ภัทรา ภา ภาณุ ภานุ ภูมิ ภูริ ภูว มณี มณฑา มน มนัส มัลลิกา มาลี มิ มุก เมธ เมธา ยศ ยุทธ ยุพา รชา รวี รัช รัชต รัฐ รัตน รัตนา รุ่ง
  รุจิ เรือง ลดา ลักษณ์ วง วณิ วชิร วร วรรณ วรา วริ วรุ วศิน วัช วัชร วัน วาส วาสนา วิ วิช วิทย วิภา วิมล วิริยะ วิไล วีร วีระ ศรี ศรัณย์ ศศิ ศักดิ์ ศักย ศิริ ศิลป์ ศิว ศุภ
  สกุล สม สมบัติ สรร สรา สวัส สหัส สัน สาธิต สาย สิทธิ สิริ สิริน สุ สุข สุคน สุจิ สุชา สุดา สุทธิ สุธา สุนัน สุนิ สุพ สุพรรณ สุพัต สุภา สุภัค สุมา สุร สุรา สุริ สุรี สุวรรณ เสา แสง แสน
  โสภ หทัย อธิ อนง อนัน อนุ อภิ อภิ อมร อร อรุณ อัจฉรา อัญ อัญชลี อัคร อานน อารี อาทิตย์ อำ อำพ อิท อิสร อุไร อุษา เอก เอื้อ`)

export const thaiEndings = words(`
  กร กานต์ กาญจน์ กิจ กิต กุล เกตุ เกียรติ เกษม ขวัญ คม คุณ จันทร์ จิต จิตต์ จิตร จิตรา จิรา ใจ ชญา ชนก ชนะ ชนม์ ชล ชัย ชา ชาญ ชาต ชาติ ชาย ชิต ชีพ ชีวิน
  โชค โชติ ญา ญาณ ฐา ฐิตา ณี ณิชา ดล ดา ดี เดช เดชา ตรี ตา ติ ติกา ติมา ทร ทอง ทัต ทัศน์ ทา ทิต ทิพย์ เทพ เทวี ธร ธรณ์ ธรรม ธัช ธัญ ธา ธาดา ธาน ธิดา ธี
  ธีร์ นนท์ นนท นภา นันท์ นันทน์ นัฐ นาถ นาท นารถ นิจ นิดา นิต นิภา นี เนตร บดี บุญ บูรณ์ ประภา ประสิทธิ์ ปรียา ปกรณ์ พงศ์ พงษ์ พจน์ พชร พน พร พรรณ พล พัชร์ พัชร พัฒน์ พันธ์ พันธุ์
  พัทธ์ พา พิทย์ พิมล พิสิฐ เพชร เพ็ญ ไพร ไพศาล ภพ ภร ภรณ์ ภัค ภัทร ภัทรา ภัสสร ภา ภาค ภาพ ภาส ภู ภูมิ มณี มน มนต์ มล มาศ มาส มาลี มาลย์ มาศ มิตร มินทร์ เมศ เมธ มี ยศ
  ยา ยุต ยุทธ ยุทธ์ เยาว์ รส รักษ์ รัก รังสี รัช รัชต์ รัชนี รัตน์ รัตนา รัศมี รา ราช รี ริน รินทร์ รุจ รุ่ง เรศ เรือง โรจน์ ลดา ลักษณ์ ลัดดา ลา ลาภ ลาวัลย์ ลี เลิศ วดี วงค์ วงศ์ วงษ์ วรรณ วรรณา วัชร
  วัฒน์ วัฒนา วดี วัลย์ วารี วาส วิชญ์ วิทย์ วิทยา วิน วิภา วิมล วีณ์ วีร์ วุฒิ วุธ ศรี ศักดิ์ ศักย์ ศิริ ศิลป์ สกุล สรณ์ สันต์ สาร สิทธิ์ สิน สินี สิริ สุข สุดา สุภา เสก โสภา โสภณ หมาย หทัย หญิง
  อร อนันต์ อนงค์ อาภา อุดม อุษา ไอ ลักษมี คิด บัติ หวัง โภชน์ ส่ง ช่วย เรือน เลี้ยง ชม ชู ยืน หลง ล้อม มั่น`)

/** Forms of one English given name, a line each: who is called one of them is called the others. */
export const englishForms = `
  abigail abby abbie gail
  abraham abe
  albert al bert
  alexander alex alec alexandr aleksander sandy xander sasha
  alexandra alex alexandria lexi sandra sandy
  alfred alf fred alfie
  allison alison allie ally alyson
  amanda mandy
  andrew andy drew
  angela angie
  anna ann anne annie
  anthony tony antony
  arthur art
  barbara barb babs
  benjamin ben benny benji
  bernard bernie
  bradley brad
  bradford brad
  bridget bridgette bridie
  brian bryan bryon
  caitlin katelyn kaitlyn caitlyn kaitlin
  calvin cal
  cameron cam kameron
  caroline carolyn carrie
  catherine katherine kathryn kate katie cathy kathy kat kathleen katharine kay
  charles charlie chuck chas
  charlotte charlie lottie
  christian chris
  christina christine chris tina chrissy kristina christy
  christopher chris kit topher kristopher
  cynthia cindy
  daniel dan danny
  danielle dani
  david dave davey davy
  deborah debbie debra deb
  dennis denis denny
  dominic dom dominick
  donald don donnie
  dorothy dot dottie
  douglas doug
  edward ed eddie ted ned teddy
  edwin ed
  eleanor ellie nell elinor
  elizabeth liz lizzie beth betty eliza betsy elisabeth lisa bess libby
  emily em emmy emilie
  eugene gene
  evelyn eve
  frances fran frannie
  francis frank
  franklin frank
  frederick fred freddie freddy
  gabriel gabe
  gabrielle gabby gabriella
  geoffrey jeff geoff jeffrey jeffery
  george georgie
  georgia georgie
  gerald gerry jerry
  gregory greg gregg
  harold hal harry
  harriet hattie
  helen nell helena
  henry hank harry hal
  isaac ike
  isabella isabel bella izzy isabelle
  jacob jake jacoby
  jacqueline jackie
  james jim jimmy jamie
  jane janie
  janet jan
  jasmine jas jasmin yasmin
  jennifer jen jenny jennie
  jeremy jerry jeremiah
  jessica jess jessie
  joan joanie
  joanna jo joanne
  john jack johnny jon
  jonathan jon jonny jonathon johnathan
  joseph joe joey jo
  joshua josh
  judith judy
  julia julie
  kenneth ken kenny
  kimberly kim kimberley kimmy
  kristen kristin kris
  lachlan lachie lachlann
  lawrence larry laurence
  leonard leo len lenny
  leslie les lesley
  lillian lily lillie lilly
  louis lou lewis louie
  lucas luke lukas
  lucy lucille lucinda
  madeline maddie madeleine maddy
  margaret maggie meg peggy marge margie greta
  martin marty
  mary molly polly marie maria
  matthew matt matty mathew
  maximilian max
  maxwell max
  megan meg meghan meagan
  melissa mel missy
  michael mike mick mickey micky mikey micheal
  michelle shelly michele
  mitchell mitch mitchel
  nancy nan
  natalie nat nattie nathalie
  nathan nate nathaniel nat
  nicholas nick nicky nicolas nico
  nicole nicky nikki nicola
  oliver ollie olly
  olivia liv livvy
  pamela pam
  patricia pat patty trish tricia patsy
  patrick pat paddy
  peter pete
  philip phil phillip
  rachel rach rachael
  raymond ray
  rebecca becky becca bec
  reginald reg reggie
  richard rick dick rich ricky richie
  robert bob rob bobby robbie bert
  robin robyn
  rodney rod
  ronald ron ronnie
  rosemary rose rosie
  russell russ
  samantha sam sammy
  samuel sam sammy
  sarah sally sara sadie
  sebastian seb
  sharon shaz
  sophia sophie sofia
  stephanie steph stefanie
  stephen steve steven stevie
  stuart stu stewart
  susan sue suzie susie suzanne
  sydney sid sidney
  teresa theresa terry tess
  terence terry terrence
  thomas tom tommy
  timothy tim timmy
  theodore ted theo teddy
  tobias toby
  vanessa nessa
  veronica ronnie
  victor vic
  victoria vicky tori vicki
  vincent vince vinny
  virginia ginny
  walter walt wally
  wendy wendi
  william bill will billy willy liam
  zachary zach zack zac zachery
  mohammed mohamed muhammad mohammad mohamad
  sean shaun shawn
  eric erik
  mark marc
  carl karl
  craig greig
  alan allan allen
  neil neal
  geraldine gerry
  lynn lynne lyn
  gary garry
  philippa pippa
  tracy tracey`
  .trim()
  .split('\n')
  .map(words)

/** English given names that differ from each other by few letters. */
export const englishNames = words(`
  aaron adam adrian aiden alan alana alice alicia alisha alma alyssa amber amelia amy ana andrea angus anita anton april aria ariana ashley ashton ava bailey
  bella beverly blake bonnie brandon brendan brenda brent bret brianna brittany brody bronte brooke bruce bruno caleb callum carla carlos carly carmen carol cassandra chantelle
  chelsea chloe claire clara clay cody colin connor cooper corey courtney crystal dale damian damien dana darren darryl dawn dean denise derek diana diane dillon dina
  donna doris duncan dustin dylan eden edith eden elena elias elijah ella ellen ellie elliot elsa emma erica erin ernest esther ethan eva evan faith felicity felix fiona flynn
  florence gavin gemma georgina gina glen glenn gloria grace graham grant gwen hannah harley harrison harvey hayden hayley heath heather heidi holly howard hugh hugo hunter ian imogen india
  ingrid irene iris isla ivan jack jackson jada jade jaden jai jaime jamal jared jarrod jason jasper jay jayden jean jeanne jenna jesse jill joel joan jonas jordan jorge jose josie joyce juan julian
  juliana juliet june justin justine kaitlin kane kara karen karin kayla kaylee keith kelly kelsey kelvin kerry kevin kiara kieran kira kirsten kirsty kurt kyle kylie lana lara laura lauren laurel lea leah lee
  leila lena leo leon levi lia liam lincoln linda lisa lloyd logan lola loren lorena lorraine louise lucia luis lydia mackenzie madison malcolm marcia marco marcus marian marianne mario marion marilyn marissa marlene
  marlon martha martina mason maureen maya melanie melinda mia mila miles miranda mitchell mona monica morgan myra nadia naomi natasha neve nina noah noel nora norma norman oscar owen paige patience paul paula
  pauline pearl penny perry phoebe piper poppy quinn ralph ramon raul reece reese rene renee rhys riley rita robyn rocco roger roland rory rosa rosalie ross roxanne roy ruby ruth ryan sabrina sally samara
  sandra sara sasha saul savannah scarlett scott selena serena seth shane shania shannon sheila shelley sherry shirley sienna silvia simon simone skye sonia sonya spencer stacey stanley stella stephan summer sunny tahlia tamara
  tania tanya tara tatiana taylah taylor terri tess tia tiana tiffany tina todd toni tonya travis trent trevor tristan troy tyler tyson valerie vera verity vivian wade warren wayne wesley whitney willow xavier
  yvette yvonne zac zara zoe rahul ravi sanjay arun amit amita anil anita priya prem prema ramesh rajesh suresh mahesh dinesh naresh
  roberta roberto daniela paulina erika alexandra juanita josephine joana marcela`)
