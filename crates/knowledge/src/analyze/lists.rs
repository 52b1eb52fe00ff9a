//! Words that tell names from other words and kinds from each other. Written for this crate; the longer lists are
//! plain text beside it.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::page::EntityKind;

pub(super) type Words = LazyLock<FxHashSet<&'static str>>;

macro_rules! words {
    ($($words:literal)+) => {
        LazyLock::new(|| concat!($($words, " "),+).split_whitespace().collect())
    };
}

pub(super) static FIRST_NAMES: Words =
    LazyLock::new(|| include_str!("lists/first_names.txt").split_whitespace().collect());

/// Peoples, languages and religions: adjectives, and names only as part of a longer one.
pub(super) static PEOPLES: Words =
    LazyLock::new(|| include_str!("lists/peoples.txt").split_whitespace().collect());

pub(super) static PLACES: Words =
    LazyLock::new(|| include_str!("lists/places.txt").split([',', '\n']).map(str::trim).collect());

/// English words, in lower case, that begin many sentences without being names.
static COMMON: Words =
    LazyLock::new(|| include_str!("lists/common.txt").split_whitespace().collect());

/// Well-known names whose kind their words do not show.
pub(super) static KNOWN: LazyLock<FxHashMap<&'static str, EntityKind>> = LazyLock::new(|| {
    let mut known = FxHashMap::default();
    for line in include_str!("lists/known.txt").lines() {
        let Some((kind, names)) = line.split_once(':') else { continue };
        let kind = match kind {
            "organization" => EntityKind::Organization,
            "product" => EntityKind::Product,
            "work" => EntityKind::Work,
            _ => EntityKind::Event,
        };
        known.extend(names.split(',').map(|name| (name.trim(), kind)));
    }
    known
});

/// Words of grammar, in lower case: they end phrases and never begin a name by themselves.
pub(super) static STOP_WORDS: Words = words!(
    "a about above across after again against all almost along already also although always am among an and"
    "another any anybody anyone anything are aren't around as at away back be became because become becomes been"
    "before behind being below between beyond both but by can can't cannot could couldn't did didn't do does"
    "doesn't doing don't done down during each either else enough especially etc even ever every everyone"
    "everything except far few for from further get gets getting give given go goes going gone got had hadn't has"
    "hasn't have haven't having he he'd he'll he's hence her here hers herself him himself his how however i i'd"
    "i'll i'm i've if in indeed instead into is isn't it it'd it'll it's its itself just keep kept last later"
    "least less let let's like likely made make makes making many may maybe me might mine more most mostly much"
    "must my myself near nearly neither never next no nobody none nor not nothing now of off often on once one"
    "only onto or other others otherwise our ours ourselves out over own per perhaps please put quite rather"
    "really said same saw say saying says see seem seemed seems seen several shall she she'd she'll she's should"
    "shouldn't since so some somebody someone something sometimes soon still such take taken than that that's the"
    "their theirs them themselves then there there's therefore these they they'd they'll they're they've this"
    "those though through throughout thus to together told too took toward towards two under until up upon us use"
    "used uses using usually very via was wasn't way we we'd we'll we're we've well went were weren't what what's"
    "whatever when where whether which while who who's whole whom whose why will with within without won't would"
    "wouldn't yes yet you you'd you'll you're you've your yours yourself yourselves"
);

/// The same of other languages, for phrases and for words at the start of a sentence.
pub(super) static FOREIGN_STOP_WORDS: Words = words!(
    "der die das den dem des ein eine einen einem einer eines und oder aber auch auf aus bei bis durch für gegen in"
    "ins im am an mit nach nicht noch nur ob ohne über um unter von vom vor wenn wer wie wird werden wurde wurden"
    "war waren ist sind sein seine seiner seinem hat haben hatte zu zum zur zwischen als so es er sie wir ihr ich"
    "mich mir dich uns euch ihn ihm ihre ihren ihrer dass daß da denn doch schon sehr mehr kann können soll will"
    "muss man was wo hier dort diese dieser dieses diesem diesen jede jeder jedes alle allem allen keine kein nun"
    "sich seit während weil damit dann"
    "le la les un une des du de et ou mais donc or ni car à au aux en dans par pour sur sous avec sans chez vers"
    "entre que qui quoi dont où ce cet cette ces son sa ses leur leurs notre nos votre vos mon ma mes ton ta tes il"
    "elle ils elles on nous vous je tu se ne pas plus est sont était étaient a ont avait été être avoir fait comme"
    "aussi très tout tous toute toutes si selon après avant depuis pendant"
    "el los las una unos unas y o pero con por para según desde hasta entre sobre sin que quien cual cuyo donde"
    "cuando como este esta estos estas ese esa esos esas aquel su sus mi mis tu tus lo al del se no sí más muy ya"
    "es son era eran fue fueron ha han había está están ser estar hay cada todo toda todos todas también"
    "il lo gli i uno e ed ma con per tra fra che chi cui dove come questo questa questi queste quello suo sua suoi"
    "sue loro mio tuo si non più molto è sono era erano ha hanno anche dal dalla dalle dai nel nella nei alla alle"
    "ai della delle dei degli sul sulla di da"
    "o os as um uma uns umas e mas com por para sem sob sobre que quem onde como este esta esse essa isso seu sua"
    "seus suas não mais muito já é são foi foram ao aos à às pelo pela no na nos nas do da dos das também em"
    "het een de en of maar met voor naar van op te ten ter bij uit aan om door over tot dat die wie waar hoe niet"
    "geen ook nog al zijn haar hun mijn jouw ons is was waren wordt worden heeft hebben had er ze hij zij wij ik je"
    "den det en ett och att som på är av för med till om inte har var og ikke til på av fra er"
);

pub(super) static CALENDAR: Words = words!(
    "january february march april may june july august september october november december"
    "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays"
    "saturdays sundays feb aug sept oct nov tues thu thur thurs"
    "januar februar märz juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag"
    "sonnabend sonntag ad bc bce ce am pm gmt utc cet est pst"
);

/// Abbreviations that are common nouns of a trade.
pub(super) static GENERIC_ABBREVIATIONS: Words = words!(
    "API APIs CPU CPUs GPU GPUs RAM ROM SSD HDD USB USB-C HDMI LED LEDs LCD OLED HDR HTML CSS XML JSON YAML CSV PDF"
    "PDFs SQL URL URLs URI HTTP HTTPS FTP SSH SSL TLS TCP UDP IP DNS VPN LAN WAN WLAN Wi-Fi WiFi DNA RNA mRNA HIV"
    "AIDS GDP GNP VAT CEO CFO CTO COO CIO CMO PhD Ph.D. MBA BA MA BSc MSc AI ML NLP LLM LLMs AR VR UI UX IDE IDEs"
    "SDK CLI GUI OS DVD CD CDs TV TVs FAQ PC PCs ID IDs PIN ATM GPS SMS MMS PR HR IT R&D B2B B2C SEO KPI KPIs ROI"
    "IPO IPOs ETF ETFs NGO NGOs SUV SUVs UFO UFOs VIP VIPs DIY RIP ASAP FYI IMHO IMO LOL TL;DR TLDR AFAIK BTW WTF"
    "OMG OP EDIT NB PS P.S. AM PM A.M. P.M. BC AD CE BCE B.C. A.D. EST PST GMT UTC CET OK ORM REST CRUD MVP SaaS"
    "PaaS IoT JPEG JPG PNG GIF SVG MP3 MP4 ASCII UTF-8 UTF RGB DOM MCP JWT EOF TODO FIXME README N/A No. USD EUR"
    "GBP CO2 II III IV VI VII VIII IX XI XII GB MB TB KB kB MHz GHz kWh KM CM MM KG LTE CT MRI ICU ADHD OCD PTSD UV"
    "DC AC BMI CV Q1 Q2 Q3 Q4 H1 H2 X-ray T-shirt DJ MC MP MPs VP SVP EVP QA E-mail A/C"
);

/// In front of a person's name, in lower case.
pub(super) static TITLES: Words = words!(
    "mr mrs ms miss dr prof professor sir dame lord lady rev reverend fr father sister brother saint pope"
    "cardinal archbishop bishop rabbi imam sheikh ayatollah king queen prince princess emperor empress tsar czar"
    "sultan emir shah duke duchess count countess baron baroness earl president vice prime minister chancellor"
    "premier governor mayor senator congressman congresswoman representative rep sen gov judge justice chief"
    "attorney secretary ambassador deputy general gen colonel col major maj captain capt lieutenant lt sergeant sgt"
    "corporal admiral commander inspector detective officer constable doctor nurse coach manager director"
    "executive ceo cfo cto coo chairman chairwoman chairperson chair founder co-founder economist historian author"
    "writer poet novelist singer actor actress comedian rapper pianist composer conductor director producer artist"
    "painter sculptor architect photographer journalist reporter editor columnist correspondent presenter host"
    "striker midfielder defender goalkeeper winger forward quarterback pitcher sprinter rider driver referee umpire"
    "midfielder captain trainer analyst spokesman spokeswoman spokesperson lawyer solicitor barrister prosecutor"
    "physicist chemist biologist mathematician astronomer astronaut philosopher scientist researcher engineer"
    "explorer inventor entrepreneur billionaire activist colleague friend monsieur madame mme mlle señor brigadier"
    "señora sr sra doña herr frau signor signora uncle aunt grandma grandpa comrade mullah chieftain"
    "adviser advisor commissioner speaker treasurer marshal rector dean provost curator opposition leader head"
    "präsident präsidentin bundeskanzler bundeskanzlerin kanzler kanzlerin minister ministerin"
    "finanzminister außenminister ministerpräsident bürgermeister trainer président présidente"
    "ministre maire directeur réalisateur écrivain presidente ministro ministra alcalde alcaldesa rey reina"
);

/// Last words of organizations.
pub(super) static ORGANIZATION_WORDS: Words = words!(
    "Inc Inc. Corp Corp. Corporation Company Co Co. Ltd Ltd. Limited LLC LLP PLC plc GmbH AG SE KG e.V. S.A. SA SpA"
    "NV BV AB Oy AS ASA Group Holdings Holding Partners Capital Ventures Bank Insurance Airlines Airways Air Motors"
    "Records Pictures Studios Studio Entertainment Media Press Publishing Books Networks Systems"
    "Technologies Technology Software Labs Laboratories Laboratory Pharmaceuticals Pharma Therapeutics Industries"
    "Electronics Energy Steel Foods University College School Academy Institute Institut Institution Universität"
    "Hochschule Université Universidad Università Foundation Trust Fund Society Association Federation Union Alliance"
    "Council Committee Commission Congress Parliament Senate Assembly Court Tribunal Ministry"
    "Department Agency Authority Administration Bureau Office Service Services Board Party Movement Front Army Navy"
    "Force Forces Guard Corps Regiment Brigade Police Club United FC F.C. CF SC Rovers Wanderers Hotspur Athletic"
    "Yankees Lakers Celtics Team Orchestra Philharmonic Symphony Choir Band Quartet Ensemble Theatre Theater Opera"
    "Ballet Museum Gallery Library Archive Archives Collection Hospital Clinic Church Diocese Organization"
    "Organisation Cooperative Collective Consortium Initiative Coalition Network Centre Center Centers Observatory"
    "Reserve Treasury Exchange Institutes Schools Colleges Brothers Sons Associates Verband Verein Partei Bahn"
    "Athletics Lottery Recordings Broadcasting Radio Television Trains Railway Railways Railroad Command Fleet Squadron"
    "Division Stores Store Transport Transit Brotherhood HC AFC A.F.C. Boys Ministries Bros Hotels Resorts Newspapers"
    "Gesellschaft Stiftung Restaurant Café Advice Mail"
);

/// Last words of places.
pub(super) static PLACE_WORDS: Words = words!(
    "River Lake Sea Ocean Bay Gulf Strait Channel Canal Island Islands Isle Peninsula Cape Coast Beach Mountain"
    "Mountains Mount Hill Hills Valley Canyon Desert Forest Park Gardens Garden Falls Glacier Basin Delta"
    "Plateau Plain Plains Reef Cave Caves Creek Springs Street Avenue Road Lane Boulevard Square Plaza Place Terrace"
    "Bridge Tower Castle Palace Cathedral Abbey Temple Mosque Fort Hall House Stadium Arena Airport Station Harbour"
    "Harbor Port Prison Cemetery City Town Village County District Province State Territory Region Kingdom Empire"
    "Junction Dock Docks Reservoir Brook Pond Gym Base Oval Township Mall Woods Cliffs Cove Sound Ridge Pass Peak Wharf"
    "Republic Emirates States Moor Dam Highway Turnpike Borough Heights"
);

/// First words of places: "Lake Geneva".
pub(super) static PLACE_STARTS: Words = words!(
    "Lake Mount Mt Cape Fort Port San Santa São Saint St Gulf Isle Strait Bay Rio Sierra Monte Loch Palais Plaza"
    "Place Isla Île Château Castello Piazza Rue Avenida Camp"
);

pub(super) static EVENT_WORDS: Words = words!(
    "War Wars Battle Revolution Uprising Rebellion Massacre Siege Olympics Games Championship Championships Cup Open"
    "League Prix Tournament Trophy Marathon Festival Conference Summit Conf Con Expo Fair Week Day"
    "Bowl Masters Derby Series Tour Election Elections Referendum Crisis Scandal Affair Crusade Crash Famine Plague"
    "Pandemic Hurricane Carnival Convention Symposium Workshop Hackathon Biennale Premiere"
);

pub(super) static WORK_WORDS: Words = words!(
    "Times Post Journal Herald Tribune Gazette Guardian Chronicle Magazine Review Bible Sonata Concerto"
    "Tales Chronicles Dictionary Encyclopedia Encyclopaedia Letters Proceedings Transactions Daily News Telegraph"
    "Zeitung Saga Trilogy Anthem"
);

/// Last words of awards, laws and other things that have names.
pub(super) static THING_WORDS: Words = words!(
    "Award Awards Prize Medal Act Agreement Treaty Convention Protocol Accord Accords Constitution Amendment Bill Law"
    "Theorem Principle Effect Hypothesis Project Program Programme Mission Telescope Order Doctrine Declaration"
    "Resolution Charter Directive Regulation Code"
);

/// Last words of products.
pub(super) static PRODUCT_WORDS: Words = words!(
    "Pro Max Ultra Mini Plus Lite Turbo Engine Desktop Server Cloud Watch Phone Pad Switch"
    "Edition OS SDK Framework Keyboard Camera Hub Assistant Console Browser Suite"
);

/// Words that take "of" to make one name: "Bank of England".
pub(super) static OF_HEADS: Words = words!(
    "Scouts Guides Battles Island Dominion Campaign Masters Kings Queens Dukes"
    "University College School Institute Academy Faculty Department Ministry Minister Bank Bureau Board Council Court"
    "House Church Cathedral Abbey Temple Port Isle Gulf Bay Cape Strait Sea Mount City State Republic Kingdom Duchy"
    "Principality County Province Commonwealth Emirate Empire Union League Order Knights Society Association Federation"
    "Confederation Organization Organisation Office Library Museum Gallery Bishop Archbishop Patriarch Diocese Treaty"
    "Battle Siege Declaration Statue Tower Temple Garden Valley Lord Lords Prince Princess King Queen Duke Duchess Earl"
    "Count Countess Baron Book Books Journal Proceedings Annals Acts Game Lord Heart Hall Medal Centre Center Chamber"
    "Chambers Congress Conference Festival Guild Company Communist Party Army Forces Band Sons Daughters Song Songs"
    "Art War Wars Age Bill Rights Secretary Director Head Cape Ivory Straits Islands Isles Hill Rock Lake Lakes Horn"
    "Order"
    "Legend Institutes Institution Collegium Academia Bay Zone Area Peace Edict Council Synod"
    "Academy States Fellow Fellows Legion Wall Palace Castle Archive Archives Corps Clash World Gates Days Sciences"
);

/// Words after which "for" and "and" make one longer name.
pub(super) static FOR_HEADS: Words = words!(
    "Center Centers Centre Centres Institute Institutes Agency Committee Commission Council Society Campaign Campaigns"
    "Association Alliance Coalition Foundation Fund Office Organization Organisation Department Ministry Court Prize"
    "Award Medal School Laboratory Network Conference Party Movement Bureau Authority Board Union Convention Project"
    "Program Programme Initiative Partnership Physicians Doctors Reporters Friends Students Mothers"
);

/// Small words within names: "Ludwig van Beethoven".
pub(super) static PARTICLES: Words = words!(
    "de van von del della di da dos das do du des la le les las los bin ibn bint al der den ter ten am upon zu zur el"
    "af av y d '"
);

/// Particles that are English words as well.
pub(super) static ENGLISH_PARTICLES: Words = words!("do den ten les das y d '");

/// Titles whose bearers have the name of a place: "Queen Margherita of Savoy".
pub(super) static ROYAL_TITLES: Words =
    words!("King Queen Prince Princess Duke Duchess Earl Count Emperor Pope Saint");

/// Abbreviations within names, before their full stop: "St. Mary", "Dr. Okafor".
pub(super) static NAME_ABBREVIATIONS: Words =
    words!("St Mt Ft Dr Mr Mrs Ms Prof Sen Rep Gov Gen Col Capt Lt Sgt Rev Hon Jr Sr Sra Bros Ste");

/// Months and days that are short enough to be a name as well.
pub(super) static SHORT_MONTHS: Words =
    words!("Jan Mar Apr Jun Jul Sep Dec Mon Tue Wed Fri Sat Sun");

/// Nouns that German puts beside another noun.
pub(super) static UNITS: Words = words!(
    "Euro Dollar Millionen Milliarden Prozent Uhr Jahre Jahren Kilometer Meter Menschen Franken Grad Million Milliarde"
);

/// Capitalised by habit, without being a name.
pub(super) static GENERIC_NAMES: Words = words!(
    "Internet Web Government State States God North South East West Northern Southern Eastern Church Dad"
    "Mum Mom Daddy Mummy Constitution Court City County Kingdom Empire Republic Crown Cabinet Act Bill"
    "Chapter Figure Table Section Part Appendix Note Step Version Level Stage Group Team Company"
    "University College School Department Board Committee Union Party House Native Ocean Century Age Era"
    "Euro Dollar Pound Yen Celsius Fahrenheit Spring Summer Autumn Winter"
);

/// Verbs that people do, behind their name.
pub(super) static SPEAKING_VERBS: Words = words!(
    "said says told tells wrote writes added adds explained explains argued argues claimed claims joked recalled"
    "remembered insisted admitted replied asked warned believes thinks thought noted notes complained tweeted posted"
    "declined smiled laughed married died studied graduated retired resigned scored sang played painted composed"
    "déclaré dit sagte erklärte schrieb dijo afirmó"
);

/// Verbs and other words that show that the word before them is the subject.
pub(super) static SUBJECT_SIGNS: Words = words!(
    "is was has had will would can could may might must should does did said says told wrote made became began won"
    "lost beat took gave went came met got left led ran grew fell rose sold bought built held kept found set put"
    "wants needs makes uses offers works plans hopes expects shows lets runs takes gives keeps says later also then"
    "never once still first soon himself herself"
);

/// Head nouns behind a name, ", a British company", in lower case, with the kind they tell.
pub(super) static APPOSITIONS: LazyLock<FxHashMap<&'static str, EntityKind>> = LazyLock::new(
    || {
        let mut heads = FxHashMap::default();
        for (kind, words) in [
            (
                EntityKind::Organization,
                "company firm startup start-up maker manufacturer bank retailer charity organisation organization \
                 union agency university college party club team band publisher developer provider vendor group \
                 nonprofit non-profit institute airline carmaker brewery museum orchestra label \
                 cooperative supplier subsidiary studio think-tank watchdog regulator broadcaster",
            ),
            (
                EntityKind::Person,
                "author writer poet novelist singer actor actress player professor scientist researcher economist \
                 historian lawyer analyst politician president director founder co-founder chief ceo spokesman \
                 spokeswoman spokesperson student teacher engineer artist painter musician composer pianist \
                 photographer journalist doctor nurse physicist chemist biologist mathematician astronomer manager \
                 coach captain striker driver rider winner champion activist programmer \
                 farmer priest monk king queen emperor philosopher explorer inventor architect widow \
                 wife husband father mother son daughter brother sister uncle aunt man woman boy girl teammate \
                 colleague friend scholar fellow senator minister mayor judge head leader chairman chairwoman",
            ),
            (
                EntityKind::Place,
                "city town village suburb district region province state country island river lake mountain \
                 neighbourhood neighborhood capital port county volcano valley peninsula park settlement hamlet \
                 municipality planet",
            ),
            (
                EntityKind::Product,
                "app tool library framework language browser database phone laptop device game console chip model \
                 engine platform package plugin editor compiler service website drug vaccine car \
                 camera processor protocol",
            ),
            (
                EntityKind::Work,
                "book novel film movie album song poem play magazine newspaper journal painting opera memoir \
                 documentary paper essay anthology ballad single symphony sitcom",
            ),
            (
                EntityKind::Event,
                "festival conference tournament race battle war election ceremony exhibition summit match concert \
                 hackathon marathon uprising rebellion",
            ),
        ] {
            heads.extend(words.split_whitespace().map(|word| (word, kind)));
        }
        heads
    },
);

/// Whether a word is a name in one of the lists.
pub(super) fn is_listed(word: &str) -> bool {
    PLACES.contains(word) || FIRST_NAMES.contains(word) || KNOWN.contains_key(word)
}

/// Whether a word is the last one of names of institutions, places or events.
pub(super) fn is_institution(word: &str) -> bool {
    ORGANIZATION_WORDS.contains(word) || PLACE_WORDS.contains(word) || EVENT_WORDS.contains(word)
}

/// Whether a word in lower case begins sentences without being a name.
pub(super) fn is_common(lower: &str) -> bool {
    COMMON.contains(lower) || STOP_WORDS.contains(lower)
}

/// Whether the ending of a word in lower case is that of an English common noun, adjective or verb form.
pub(super) fn has_common_ending(lower: &str) -> bool {
    if !lower.is_ascii() || lower.len() < 5 {
        return false;
    }
    let plural = lower.ends_with('s')
        && !["ss", "us", "is", "as", "os"].iter().any(|end| lower.ends_with(end));
    plural
        || [
            "ing", "tion", "sion", "ness", "ment", "ity", "ism", "ly", "ed", "able", "ible", "ful",
            "ous", "ical", "ive", "ance", "ence", "ship", "hood", "ology", "ography", "ware",
            "men", "ial", "ual", "less", "ish",
        ]
        .iter()
        .any(|end| lower.ends_with(end))
}
