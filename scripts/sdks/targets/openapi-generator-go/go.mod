module example.com/sdk

go 1.25

require (
	github.com/standard-webhooks/standard-webhooks/libraries v0.0.1
	gopkg.in/validator.v2 v2.0.1
)
