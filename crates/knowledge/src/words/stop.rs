//! Words too common to search for, as folding leaves them. The lists are short on purpose: a word that is
//! left out cannot be found, a common word that is left in costs a little time.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::language::Language;

/// Longer words are in no list.
const STOP_WORD_BYTES_MAX: usize = 20;

static LISTS: LazyLock<Vec<FxHashSet<&'static str>>> = LazyLock::new(|| {
    let list = |language: Language| list_of(language.code()).split_ascii_whitespace().collect();
    Language::all().map(list).collect()
});

/// By the list of the language that the word is stemmed in.
pub(super) fn is_stop_word(folded: &str, language: Language) -> bool {
    folded.len() <= STOP_WORD_BYTES_MAX
        && LISTS.get(language.for_word(folded).index()).is_some_and(|list| list.contains(folded))
}

fn list_of(code: &str) -> &'static str {
    match code {
        "en" => ENGLISH,
        "de" => GERMAN,
        "fr" => FRENCH,
        "es" => SPANISH,
        "it" => ITALIAN,
        "pt" => PORTUGUESE,
        "nl" => DUTCH,
        "sv" => SWEDISH,
        "da" | "no" => DANISH_AND_NORWEGIAN,
        "ru" => RUSSIAN,
        "pl" => POLISH,
        _ => "",
    }
}

const ENGLISH: &str = "a about above after again against all also although am among an and another any are \
    arent as at be because been before being below between both but by can cannot cant could couldnt did didnt \
    do does doesnt doing done dont down during each either else ever every few for from further had hadnt has \
    hasnt have havent having he her here hers herself him himself his how however i if im in into is isnt \
    it its itself ive just let me more most much must my myself neither no nor not of off on once one only onto \
    or other others our ours ourselves out over own per rather same shall she should shouldnt since so some \
    such than that thats the their theirs them themselves then there these they theyre this those through thus \
    to too under until up upon us very was wasnt we were werent weve what whats when where whether which while \
    who whom whose why will with within without wont would wouldnt yet you your youre yours yourself";

const GERMAN: &str = "aber alle allem allen aller alles als also am an ander andere anderem anderen anderer \
    anderes auch auf aus bei beim bin bis bist da damit dann das dass dein deine dem den denn der des dich die \
    dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas \
    euch euer fur gegen gewesen hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem \
    ihren ihrer im in indem ins ist jede jedem jeden jeder jedes jene jetzt kann kein keine keinem keinen keiner \
    man manche mein meine mich mir mit muss nach nicht nichts noch nun nur ob oder ohne sehr sein seine seinem \
    seinen seiner selbst sich sie sind so solche soll sondern sonst uber um und uns unser unter viel vom von vor \
    wahrend war waren was weg weil weiter welche welcher wenn werde werden wie wieder will wir wird wirst wo \
    wollen wurde wurden zu zum zur zwar zwischen";

const FRENCH: &str = "a ai aient ainsi alors as au aucun aussi autre aux avaient avait avant avec avez avoir \
    avons c car ce ceci cela celle celles celui ces cet cette ceux chaque comme comment d dans de des deux donc \
    dont du elle elles en encore entre es est et etaient etait etant ete etes etre eux fait font furent fut il \
    ils j je l la le les leur leurs lors lui m ma mais me meme memes mes moi mon n ne ni non nos notre nous on \
    ont ou par parce pas peu peut plus pour pourquoi puis qu quand que quel quelle quelles quels qui quoi s sa \
    sans se sera ses si son sont sous sur t ta te tes toi ton tous tout toute toutes tres tu un une vers vos \
    votre vous y";

const SPANISH: &str = "a al algo alguna algunas alguno algunos ante antes asi aun aunque cada como con contra \
    cual cuales cuando de del desde donde dos durante e el ella ellas ellos en entre era eran eres es esa esas \
    ese eso esos esta estaba estado estan estar estas este esto estos fue fueron ha habia han hasta hay he la \
    las le les lo los mas me mi mientras mis mucho muchos muy nada ni no nos nosotros nuestra nuestro o os otra \
    otras otro otros para pero poco por porque pues que quien quienes se sea segun ser si sido siempre sin sino \
    sobre solo son su sus tambien tan tanto te tiene tienen todo todos tu tus un una unas uno unos usted y ya yo";

const ITALIAN: &str = "a ad agli ai al alla alle allo altra altre altri altro anche ancora avere aveva c che \
    chi ci come con contro cosa cosi cui d da dagli dai dal dalla dalle dallo degli dei del della delle dello di \
    dove e ed era erano essere fa fra gia gli ha hanno ho i il in io l la le lei li lo loro lui ma me mi mia mio \
    molto ne negli nei nel nella nelle nello no noi non nostra nostro o ogni ora per perche pero piu poi prima \
    qua quale quali quando quanto quella quelle quelli quello questa queste questi questo qui se sei senza si \
    sia siamo sono sta stata stati stato su sua sue sugli sui sul sulla sulle suo suoi tra tu tutti tutto un una \
    uno vi voi";

const PORTUGUESE: &str = "a ainda ao aos apenas aquela aquele aqueles aquilo as ate bem cada com como contra \
    cujo da das de dela dele deles depois desde deve do dos e ela elas ele eles em enquanto entre era eram essa \
    essas esse esses esta estao estar estas estava este estes estou eu foi foram ha isso isto ja lhe mais mas \
    me mesmo meu meus minha muito muitos na nao nas nem no nos nossa nosso num numa o onde os ou outra outras \
    outro outros para pela pelas pelo pelos per pode pois por porque qual quando quanto que quem se seja sem \
    ser seu seus so sob sobre sua suas tal tambem tao te tem ter teu tinha todo todos tu tua um uma umas uns \
    voce voces";

const DUTCH: &str = "aan al alle alleen als altijd andere ben bij daar dan dat de der deze die dit doch doen \
    door dus een en er ge geen geweest haar had heb hebben heeft hem het hier hij hoe hun iemand iets ik in is \
    ja je jij kan kon kunnen maar me meer men met mij mijn moet na naar niet niets nog nu of om omdat onder ons \
    onze ook op over reeds te tegen toch toen tot u uit uw van veel voor want waren was wat we wel werd wezen \
    wie wij wil worden wordt zal ze zei zelf zich zij zijn zo zonder zou";

const SWEDISH: &str = "alla allt an att av blev bli blir da dar de deras dess dessa det detta dig din dina dit \
    du efter ej eller en er ett fran for ha hade han hans har hon honom hur har i icke ingen inom inte jag ju \
    kan kunde man med mellan men mig min mina mot mycket ni nu nar nagon nagot nagra och om oss pa sa samma sedan \
    sig sin sina sjalv skulle som till under upp ut utan vad var vara vart vem vi vid vilka vilken ar at over";

const DANISH_AND_NORWEGIAN: &str = "alle at av da de deg dem den denne der deres det dette dig din disse dog du \
    efter eller en end er et etter for fordi fra ha hadde han hans har havde hende hendes her hun hvad hva \
    hvem hver hvilken hvis hvor hvordan i ikke ind ingen jeg jo kan kunne man mange med meg meget men mer mig min \
    mine mit mot naar noe noen noget nogle nu og ogsa om op opp os oss over pa sa samme seg selv sig sin sine \
    sit skal skulle slik som sa til ud under ut uten var vare ved vi vil ville vore ble blev bli blir";

const RUSSIAN: &str = "а без более бы был была были было быть в вам вас весь во вот все всего всех вы где да даже \
    для до его ее если есть еще же за здесь и из или им их к как ко когда который которая которые кто ли либо мне \
    может мы на над надо наш не него нее нет ни них но ну о об однако он она они оно от очень по под при про с \
    сам свой свою себя со так также такой там те тем то того тоже той только том ты у уже хотя чего чей чем что \
    чтобы чье эта эти это этого этой этом этот я";

const POLISH: &str = "a aby ale ani az bardzo bez bo by byc byl byla bylo byly co czy dla do gdy gdzie go i ich \
    ile im inne inny innych ja jak jako je jego jej jest jeszcze jesli juz kiedy kto ktora ktore ktory ktorych \
    ktorym lub ma maja mi mnie moze mozna na nad nam nas nawet nic nie niz o od on ona one oni oraz po pod poza \
    przed przez przy sa sie sobie swoje ta tak takie takze tam te tego tej ten to tu tylko tym u w we wiec \
    wszystko z za ze zas";
