//! Names that people say, and where they lead: by the list we ship, without a network.

use tabwright_actions::resolve::{Offer, OwnSites, Resolver, Settings, Stage, shipped_sites};

use crate::fake_context::FakeContext;

const NAMES: &[(&str, &str)] = &[
    ("nytimes", "https://www.nytimes.com/"),
    ("nyt", "https://www.nytimes.com/"),
    ("new york times", "https://www.nytimes.com/"),
    ("newyorktimes", "https://www.nytimes.com/"),
    ("New-York-Times", "https://www.nytimes.com/"),
    ("the new york times", "https://www.nytimes.com/"),
    ("THE NEW YORK TIMES", "https://www.nytimes.com/"),
    ("the new york times website", "https://www.nytimes.com/"),
    ("the home page of the new york times", "https://www.nytimes.com/"),
    ("new york times's home page", "https://www.nytimes.com/"),
    ("google", "https://www.google.com/"),
    ("gmail", "https://mail.google.com/"),
    ("google mail", "https://mail.google.com/"),
    ("google maps", "https://www.google.com/maps"),
    ("google drive", "https://drive.google.com/"),
    ("google docs", "https://docs.google.com/document/"),
    ("google calendar", "https://calendar.google.com/"),
    ("bing", "https://www.bing.com/"),
    ("yahoo", "https://www.yahoo.com/"),
    ("Yahoo!", "https://www.yahoo.com/"),
    ("duckduckgo", "https://duckduckgo.com/"),
    ("duck duck go", "https://duckduckgo.com/"),
    ("facebook", "https://www.facebook.com/"),
    ("fb", "https://www.facebook.com/"),
    ("instagram", "https://www.instagram.com/"),
    ("insta", "https://www.instagram.com/"),
    ("x", "https://x.com/"),
    ("twitter", "https://x.com/"),
    ("reddit", "https://www.reddit.com/"),
    ("linkedin", "https://www.linkedin.com/"),
    ("linked in", "https://www.linkedin.com/"),
    ("pinterest", "https://www.pinterest.com/"),
    ("discord", "https://discord.com/app"),
    ("youtube", "https://www.youtube.com/"),
    ("you tube", "https://www.youtube.com/"),
    ("yt", "https://www.youtube.com/"),
    ("youtube music", "https://music.youtube.com/"),
    ("netflix", "https://www.netflix.com/"),
    ("disney plus", "https://www.disneyplus.com/"),
    ("Disney+", "https://www.disneyplus.com/"),
    ("spotify", "https://open.spotify.com/"),
    ("twitch", "https://www.twitch.tv/"),
    ("soundcloud", "https://soundcloud.com/"),
    ("hacker news", "https://news.ycombinator.com/"),
    ("hackernews", "https://news.ycombinator.com/"),
    ("hn", "https://news.ycombinator.com/"),
    ("cnn", "https://www.cnn.com/"),
    ("fox news", "https://www.foxnews.com/"),
    ("washington post", "https://www.washingtonpost.com/"),
    ("wall street journal", "https://www.wsj.com/"),
    ("wsj", "https://www.wsj.com/"),
    ("usa today", "https://www.usatoday.com/"),
    ("bbc", "https://www.bbc.com/"),
    ("the guardian", "https://www.theguardian.com/"),
    ("guardian", "https://www.theguardian.com/"),
    ("theguardian", "https://www.theguardian.com/"),
    ("financial times", "https://www.ft.com/"),
    ("thefinancialtimes", "https://www.ft.com/"),
    ("the economist", "https://www.economist.com/"),
    ("der spiegel", "https://www.spiegel.de/"),
    ("spiegel", "https://www.spiegel.de/"),
    ("süddeutsche zeitung", "https://www.sueddeutsche.de/"),
    ("suddeutsche zeitung", "https://www.sueddeutsche.de/"),
    ("le monde", "https://www.lemonde.fr/"),
    ("lemonde", "https://www.lemonde.fr/"),
    ("le figaro", "https://www.lefigaro.fr/"),
    ("el país", "https://elpais.com/"),
    ("el pais", "https://elpais.com/"),
    ("corriere della sera", "https://www.corriere.it/"),
    ("amazon", "https://www.amazon.com/"),
    ("amazon germany", "https://www.amazon.de/"),
    ("ebay", "https://www.ebay.com/"),
    ("etsy", "https://www.etsy.com/"),
    ("walmart", "https://www.walmart.com/"),
    ("ikea", "https://www.ikea.com/"),
    ("best buy", "https://www.bestbuy.com/"),
    ("apple", "https://www.apple.com/"),
    ("samsung", "https://www.samsung.com/"),
    ("tesla", "https://www.tesla.com/"),
    ("microsoft", "https://www.microsoft.com/"),
    ("paypal", "https://www.paypal.com/"),
    ("pay pal", "https://www.paypal.com/"),
    ("chase", "https://www.chase.com/"),
    ("bank of america", "https://www.bankofamerica.com/"),
    ("coinbase", "https://www.coinbase.com/"),
    ("lufthansa", "https://www.lufthansa.com/"),
    ("ryanair", "https://www.ryanair.com/"),
    ("deutsche bahn", "https://www.bahn.de/"),
    ("booking", "https://www.booking.com/"),
    ("airbnb", "https://www.airbnb.com/"),
    ("expedia", "https://www.expedia.com/"),
    ("tripadvisor", "https://www.tripadvisor.com/"),
    ("uber", "https://www.uber.com/"),
    ("nasa", "https://www.nasa.gov/"),
    ("nasa's website", "https://www.nasa.gov/"),
    ("the nasa page", "https://www.nasa.gov/"),
    ("irs", "https://www.irs.gov/"),
    ("usps", "https://www.usps.com/"),
    ("harvard", "https://www.harvard.edu/"),
    ("mit", "https://www.mit.edu/"),
    ("stanford", "https://www.stanford.edu/"),
    ("coursera", "https://www.coursera.org/"),
    ("khan academy", "https://www.khanacademy.org/"),
    ("duolingo", "https://www.duolingo.com/"),
    ("arxiv", "https://arxiv.org/"),
    ("nature", "https://www.nature.com/"),
    ("pubmed", "https://pubmed.ncbi.nlm.nih.gov/"),
    ("github", "https://github.com/"),
    ("git hub", "https://github.com/"),
    ("gitlab", "https://gitlab.com/"),
    ("stack overflow", "https://stackoverflow.com/"),
    ("stackoverflow", "https://stackoverflow.com/"),
    ("npm", "https://www.npmjs.com/"),
    ("pypi", "https://pypi.org/"),
    ("crates", "https://crates.io/"),
    ("rust", "https://www.rust-lang.org/"),
    ("python", "https://www.python.org/"),
    ("node.js", "https://nodejs.org/"),
    ("mdn", "https://developer.mozilla.org/"),
    ("wikipedia", "https://www.wikipedia.org/"),
    ("weather channel", "https://weather.com/"),
    ("accuweather", "https://www.accuweather.com/"),
    ("espn", "https://www.espn.com/"),
    ("nba", "https://www.nba.com/"),
    ("premier league", "https://www.premierleague.com/"),
    ("national geographic", "https://www.nationalgeographic.com/"),
    ("new yorker", "https://www.newyorker.com/"),
    ("rottentomatoes", "https://www.rottentomatoes.com/"),
    ("imdb", "https://www.imdb.com/"),
    ("steam", "https://store.steampowered.com/"),
    ("google translate", "https://translate.google.com/"),
    ("chatgpt", "https://chatgpt.com/"),
    ("notion", "https://www.notion.com/"),
    ("figma", "https://www.figma.com/"),
    ("slack", "https://slack.com/"),
    ("zoom", "https://zoom.us/"),
    ("whatsapp", "https://web.whatsapp.com/"),
];

#[tokio::test]
async fn well_known_names_lead_to_their_sites() {
    assert!(NAMES.len() >= 120 && shipped_sites() >= 3_000);
    let mut wrong = Vec::new();
    for (name, address) in NAMES {
        match FakeContext::default().resolve(name).await {
            Ok(found) if found.url.as_str() == *address && found.stage == Stage::Sites => {}
            other => wrong.push(format!("{name}: wanted {address}, got {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn a_name_one_letter_off_is_taken_and_told() {
    for (typed, name) in [("gihtub", "GitHub"), ("netflx", "Netflix"), ("instagramm", "Instagram")]
    {
        let resolved = FakeContext::default().resolve(typed).await.unwrap();
        assert_eq!(
            (resolved.title.as_deref(), resolved.stage),
            (Some(name), Stage::Sites),
            "{typed}"
        );
        let last = resolved.tried.last().unwrap().outcome.to_string();
        assert_eq!(last, format!("it differs from {name} by one letter"));
    }
}

#[tokio::test]
async fn own_names_outrank_ours() {
    let mut own = OwnSites::default();
    own.add("GitHub", "https://git.acme.example/").unwrap();
    own.add("payroll", "pay.acme.internal/login").unwrap();
    let resolver = Resolver::new(Settings::default(), own);
    for (name, address) in [
        ("github", "https://git.acme.example/"),
        ("the payroll page", "http://pay.acme.internal/login"),
        ("pyaroll", "http://pay.acme.internal/login"),
    ] {
        let resolved = resolver.resolve(name, &FakeContext::default()).await.unwrap();
        assert_eq!((resolved.url.as_str(), resolved.stage), (address, Stage::Sites), "{name}");
    }
    assert_eq!(resolver.offer("git", 1)[0].address, "https://git.acme.example/");
}

#[test]
fn what_is_typed_can_be_completed() {
    let resolver = Resolver::default();
    let names = |typed: &str, count_max| -> Vec<String> {
        resolver.offer(typed, count_max).into_iter().map(|offer: Offer| offer.name).collect()
    };
    assert_eq!(names("GitHu", 1), ["GitHub"]);
    assert_eq!(names("the new york t", 1), ["New York Times"]);
    assert_eq!(names("nytim", 5)[0], "New York Times");
    assert!(names("goo", 5).contains(&"Google".to_owned()));
    assert_eq!(names("", 3).len(), 3);
    assert_eq!(names("a", 1_000_000).len(), 100, "bounded");
    assert_eq!(names("zzzzzz", 5), Vec::<String>::new());
    let many = names("g", 50);
    let mut once = many.clone();
    once.sort();
    once.dedup();
    assert_eq!(many.len(), once.len(), "each site once");
}
