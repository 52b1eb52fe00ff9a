//! What an agent is taught about using Tabwright well.

/// One text for all: every agent that has skills reads the same format.
pub const SKILL: &str = include_str!("../assets/skill/SKILL.md");

#[cfg(test)]
mod tests {
    use tabwright_tools::TOOLS;

    use super::SKILL;

    const TOKENS_MAX: usize = 1_500;

    #[test]
    fn it_costs_an_agent_little() {
        assert!(SKILL.chars().count() / 4 < TOKENS_MAX, "{} characters", SKILL.chars().count());
        // English has about four tokens to three words.
        let words = SKILL.split_whitespace().count();
        assert!(words * 4 / 3 < TOKENS_MAX, "{words} words");
    }

    #[test]
    fn its_front_matter_is_what_agents_ask_for() {
        let (front, body) = SKILL.strip_prefix("---\n").unwrap().split_once("\n---\n").unwrap();
        let (name, description) = front.split_once('\n').unwrap();
        assert_eq!(name, "name: tabwright");
        let description = description.strip_prefix("description: ").unwrap();
        assert!(description.len() <= 1_024 && !description.contains('\n'), "{description}");
        assert!(!description.contains(": "), "YAML would take it for a mapping");
        assert!(body.trim_start().starts_with("# "));
    }

    #[test]
    fn it_tells_of_every_tool() {
        for tool in TOOLS {
            assert!(SKILL.contains(&format!("| `{}` |", tool.name)), "{}", tool.name);
        }
    }
}
