print("remeasure")
